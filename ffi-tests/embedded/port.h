/* What golden.c needs of a board. */
#ifndef PORT_H
#define PORT_H

#include <stddef.h>

/* Prints, and is the same everywhere. */
void port_print(const char *text);

/* The bytes of stack that the callee needed at most between the two calls; 0 where that is not measured. */
void port_stack_start(void);
size_t port_stack_used(void);

int golden(void);

#endif
