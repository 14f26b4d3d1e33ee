/* What the programs here need of a board. */
#ifndef PORT_H
#define PORT_H

#include <stddef.h>
#include <stdint.h>

/* Prints for whoever develops, and is the same everywhere. */
void port_print(const char *text);

/* Out of the board's serial port: what leaves the device. On a computer: the standard error output. */
void port_send(const uint8_t *bytes, size_t len);

/* The bytes of stack that the callee needed at most between the two calls; 0 where that is not measured. */
void port_stack_start(void);
size_t port_stack_used(void);

int golden(void);

#endif
