/* A plugin for qemu's user-mode emulators that prints the number of instructions run. The declarations are those of
 * qemu-plugin.h, which distributions do not package. */
#include <stdint.h>
#include <stdio.h>

typedef uint64_t plugin_id;
struct qemu_plugin_tb;

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int operation, void *counter, uint64_t summand);
void qemu_plugin_register_atexit_cb(plugin_id, void (*)(plugin_id, void *), void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);

/* The version of the interface: 1 in qemu 7.2. */
int qemu_plugin_version = 1;

enum { ADD = 0 };
static uint64_t instructions;

static void translated(plugin_id id, struct qemu_plugin_tb *block) {
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(block, ADD, &instructions, qemu_plugin_tb_n_insns(block));
}

static void ended(plugin_id id, void *data) {
    (void)id, (void)data;
    fprintf(stderr, "%llu\n", (unsigned long long)instructions);
}

int qemu_plugin_install(plugin_id id, const void *info, int count, char **arguments) {
    (void)info, (void)count, (void)arguments;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
