/* A plugin of QEMU: how many instructions run between two marks, exactly and the same in every run. A mark is an instruction that does nothing and
 * that no compiler writes: see cost.c. One line to the standard error output for each stretch.
 *     cc -O2 -shared -fPIC count_instructions.c -o count_instructions.so
 *     qemu-system-arm ... -plugin ./count_instructions.so
 * The part of version 1 of the plugins' interface that is needed is declared here: Debian ships no header for it. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct block;
struct instruction;
typedef uint64_t plugin_id;
typedef void (*on_block)(plugin_id, struct block *);
typedef void (*on_run)(unsigned cpu, void *context);
size_t qemu_plugin_tb_n_insns(const struct block *);
struct instruction *qemu_plugin_tb_get_insn(const struct block *, size_t);
const void *qemu_plugin_insn_data(const struct instruction *);
size_t qemu_plugin_insn_size(const struct instruction *);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, on_block);
void qemu_plugin_register_vcpu_insn_exec_cb(struct instruction *, on_run, int no_registers, void *context);
void qemu_plugin_register_vcpu_insn_exec_inline(struct instruction *, int add, void *counter, uint64_t step);

extern int qemu_plugin_version;
int qemu_plugin_version = 1;
int qemu_plugin_install(plugin_id, const void *about, int argc, char **argv);

static uint64_t executed, began;

/* Both run before their own instruction is counted. */
static void begin(unsigned cpu, void *context) {
    (void)cpu, (void)context;
    began = executed;
}
static void end(unsigned cpu, void *context) {
    (void)cpu, (void)context;
    fprintf(stderr, "%" PRIu64 "\n", executed - began - 1);
}

static uint32_t code(const struct instruction *instruction) {
    uint16_t half = 0;
    uint32_t word = 0;
    size_t size = qemu_plugin_insn_size(instruction);
    if (size == sizeof half) memcpy(&half, qemu_plugin_insn_data(instruction), sizeof half), word = half;
    if (size == sizeof word) memcpy(&word, qemu_plugin_insn_data(instruction), sizeof word);
    return word;
}

static void translated(plugin_id id, struct block *block) {
    size_t n = qemu_plugin_tb_n_insns(block), i;
    (void)id;
    for (i = 0; i < n; i++) {
        struct instruction *instruction = qemu_plugin_tb_get_insn(block, i);
        uint32_t word = code(instruction);
        if (word == 0x46d2) qemu_plugin_register_vcpu_insn_exec_cb(instruction, begin, 0, NULL);
        if (word == 0x46db) qemu_plugin_register_vcpu_insn_exec_cb(instruction, end, 0, NULL);
        qemu_plugin_register_vcpu_insn_exec_inline(instruction, 0, &executed, 1);
    }
}

int qemu_plugin_install(plugin_id id, const void *about, int argc, char **argv) {
    (void)about, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
