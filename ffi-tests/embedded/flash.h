/* Three sectors of NOR flash as a microcontroller has them, in RAM: erasing makes all bits of a sector 1, programming can only make bits 0 and goes
 * word by word, and the power can go at any word. Reading is reading memory. */
#ifndef FLASH_H
#define FLASH_H

#include <stddef.h>
#include <stdint.h>

enum { FLASH_SECTOR = 1024, FLASH_WORDS = FLASH_SECTOR / 4, FLASH_SECTORS = 3 };

static uint8_t flash[FLASH_SECTORS][FLASH_SECTOR];
static uint32_t flash_power = UINT32_MAX; /* words that are written before the power goes */

static int flash_has_power(void) { return flash_power == UINT32_MAX || (flash_power != 0 && flash_power-- != 0); }

/* 1, or 0 where the power went: the sector then holds whatever it holds. */
static int flash_erase(size_t sector) {
    size_t i;
    for (i = 0; i < FLASH_SECTOR; i++) {
        if (i % 4 == 0 && !flash_has_power()) return 0;
        flash[sector][i] = 0xff;
    }
    return 1;
}

/* A word, four bytes. 1; or 0 where the power went, in the middle of the word, and where a bit would have to rise, which takes an erasure. */
static int flash_program(size_t sector, size_t word, const uint8_t *bytes) {
    uint8_t *cell = &flash[sector][4 * word];
    size_t i, end = 4;
    if (word >= FLASH_WORDS) return 0;
    for (i = 0; i < 4; i++)
        if ((bytes[i] & ~cell[i]) != 0) return 0;
    if (!flash_has_power()) end = 2;
    for (i = 0; i < end; i++) cell[i] = bytes[i];
    return end == 4;
}

/* Erases the sector and writes `len` bytes from its beginning, a multiple of 4. */
static int flash_write(size_t sector, const uint8_t *bytes, size_t len) {
    size_t i;
    if (len > FLASH_SECTOR || len % 4 != 0 || !flash_erase(sector)) return 0;
    for (i = 0; i < len; i += 4)
        if (!flash_program(sector, i / 4, bytes + i)) return 0;
    return 1;
}

/* A monotonic counter in a sector that is erased in the factory and never again: the number of its words that are written. No word is programmed
 * twice, which flash with error correction forbids. After 256 steps it is full, and then nothing is released. */
static uint32_t counter_read(size_t sector) {
    const uint8_t *cell = flash[sector], *end = cell + FLASH_SECTOR;
    uint32_t value = 0;
    for (; cell < end; cell += 4) value += (cell[0] & cell[1] & cell[2] & cell[3]) != 0xff; /* partly written is written */
    return value;
}
static int counter_raise(size_t sector, uint64_t value) {
    static const uint8_t written[4] = {0, 0, 0, 0};
    uint32_t now = counter_read(sector);
    while (now < value)
        if (!flash_program(sector, now++, written)) return 0;
    return 1;
}

#endif
