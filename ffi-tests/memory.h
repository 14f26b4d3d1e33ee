/* The four memory functions that every C compiler asks for (and bcmp, which some do): all that the library needs. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
int bcmp(const void *a, const void *b, size_t n);

/* volatile: else the compiler finds a memcpy in them. */
void *memcpy(void *restrict to, const void *restrict from, size_t n) {
    volatile unsigned char *t = (unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    while (n--) *t++ = *f++;
    return to;
}
void *memmove(void *to, const void *from, size_t n) {
    volatile unsigned char *t = (unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    if ((uintptr_t)to < (uintptr_t)from) {
        while (n--) *t++ = *f++;
        return to;
    }
    while (n--) t[n] = f[n];
    return to;
}
void *memset(void *to, int byte, size_t n) {
    volatile unsigned char *t = (unsigned char *)to;
    while (n--) *t++ = (unsigned char)byte;
    return to;
}
int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    for (; n--; x++, y++)
        if (*x != *y) return *x < *y ? -1 : 1;
    return 0;
}
int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

#endif
