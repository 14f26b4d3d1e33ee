/* A processor without anything: start-up, the four memory functions, the serial port, printing by semihosting, stack measurement.
 * Arm Cortex-M and RISC-V; QEMU answers the semihosting calls. */
#include "port.h"

#include <stdint.h>

#include "../memory.h"
#include "uart.h"

/* From the linker script. */
extern uint32_t stack_bottom[], stack_top[], data_start[], data_end[], data_image[], bss_start[], bss_end[];

/* https://github.com/ARM-software/abi-aa/blob/main/semihosting/semihosting.rst */
#define SYS_WRITE0 4
#define SYS_EXIT_EXTENDED 32
#define APPLICATION_EXIT 0x20026u

static void semihosting(uintptr_t operation, const void *argument) {
#ifdef __arm__
    register uintptr_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
#else
    register uintptr_t a0 __asm__("a0") = operation;
    register const void *a1 __asm__("a1") = argument;
    /* These three, uncompressed and in one page, are the call. */
    __asm__ volatile(".option push\n.option norvc\n.balign 16\nslli x0, x0, 31\nebreak\nsrai x0, x0, 7\n.option pop"
                     : "+r"(a0)
                     : "r"(a1)
                     : "memory");
#endif
}

void port_print(const char *text) { semihosting(SYS_WRITE0, text); }

void port_send(const uint8_t *bytes, size_t len) {
    uart_start();
    while (len--) uart_send(*bytes++);
}

static void leave(uint32_t code) {
    const uintptr_t block[2] = {APPLICATION_EXIT, code};
    semihosting(SYS_EXIT_EXTENDED, block);
    for (;;) {
    }
}

/* The stack below the caller is painted; what was painted over afterwards was used. */
#define PAINT 0xdeadbeefu
static uint32_t *started_at;

__attribute__((noinline)) void port_stack_start(void) {
    volatile uint32_t *word = stack_bottom;
    started_at = (uint32_t *)__builtin_frame_address(0);
    while (word < started_at - 32) *word++ = PAINT;
}
__attribute__((noinline)) size_t port_stack_used(void) {
    const volatile uint32_t *word = stack_bottom;
    while (word < started_at && *word == PAINT) word++;
    return (size_t)(started_at - word) * sizeof *word;
}

__attribute__((used)) void start(void);
void start(void) {
    uint32_t *to = data_start;
    const uint32_t *from = data_image;
#ifdef __ARM_FP
    *(volatile uint32_t *)0xe000ed88u |= 0xfu << 20; /* CPACR: the floating-point unit is off after reset */
    __asm__ volatile("dsb\nisb" : : : "memory");
#endif
    if (to != from)
        while (to < data_end) *to++ = *from++;
    for (to = bss_start; to < bss_end;) *to++ = 0;
    leave((uint32_t)golden());
}

static void fault(void) {
    port_print("# FAULT\n");
    leave(99);
}

#ifdef __arm__
__attribute__((section(".start"), used)) static void (*const vectors[16])(void) = {
    (void (*)(void))(uintptr_t)stack_top, start, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, fault};
#else
__attribute__((aligned(4), used)) void trap(void);
void trap(void) { fault(); }
__attribute__((naked, section(".start"), used)) void enter(void);
void enter(void) {
    __asm__ volatile(".option push\n.option norelax\nla gp, __global_pointer$\n.option pop\n"
                     "la sp, stack_top\nla t0, trap\ncsrw mtvec, t0\nj start");
}
#endif
