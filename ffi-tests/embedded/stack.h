/* Prints what a call took of the stack: a line that begins with # and differs between processors. */
#ifndef STACK_H
#define STACK_H

#include "port.h"

static inline void stack(const char *name) {
    char text[12];
    size_t used = port_stack_used(), i = 10;
    text[10] = '\n', text[11] = 0;
    do text[--i] = (char)('0' + used % 10);
    while ((used /= 10) != 0);
    port_print("# stack of ");
    port_print(name);
    port_print(": ");
    port_print(text + i);
}

#endif
