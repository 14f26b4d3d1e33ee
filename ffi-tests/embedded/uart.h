/* The serial ports of the boards that QEMU has, each with the few registers that sending takes. */
#ifndef UART_H
#define UART_H

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))

#if defined(BOARD_MICROBIT) /* nRF51 */
#define UART 0x40002000u
static void uart_start(void) {
    REGISTER(UART + 0x500) = 4;      /* ENABLE */
    REGISTER(UART + 0x524) = 0x1d7e000u; /* BAUDRATE: 115200 */
    REGISTER(UART + 0x008) = 1;      /* STARTTX */
}
static void uart_send(uint8_t byte) {
    REGISTER(UART + 0x11c) = 0; /* TXDRDY */
    REGISTER(UART + 0x51c) = byte;
    while (REGISTER(UART + 0x11c) == 0) {
    }
}
#elif defined(BOARD_STELLARIS) /* PL011 */
#define UART 0x4000c000u
static void uart_start(void) { REGISTER(UART + 0x30) = 0x301; } /* CR: on, both ways */
static void uart_send(uint8_t byte) {
    while (REGISTER(UART + 0x18) & 0x20) { /* FR: full */
    }
    REGISTER(UART) = byte;
}
#elif defined(BOARD_MPS2) /* CMSDK; on the board with a Cortex-M33 at its secure address */
#ifdef __ARM_FEATURE_CMSE
#define UART 0x50200000u
#else
#define UART 0x40004000u
#endif
static void uart_start(void) {
    REGISTER(UART + 0x10) = 217; /* BAUDDIV: 115200 at 25 MHz */
    REGISTER(UART + 0x08) = 1;   /* CTRL: transmit */
}
static void uart_send(uint8_t byte) {
    while (REGISTER(UART + 0x04) & 1) { /* STATE: full */
    }
    REGISTER(UART) = byte;
}
#elif defined(BOARD_VIRT) /* 16550 */
#define UART 0x10000000u
static void uart_start(void) {}
static void uart_send(uint8_t byte) {
    while ((*(volatile uint8_t *)(uintptr_t)(UART + 5) & 0x20) == 0) { /* LSR: room */
    }
    *(volatile uint8_t *)(uintptr_t)UART = byte;
}
#else
#error "say which board: BOARD_MICROBIT, BOARD_STELLARIS, BOARD_MPS2 or BOARD_VIRT"
#endif

#endif
