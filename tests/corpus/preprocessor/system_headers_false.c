// expect: FALSE
// why: the noise of system headers

#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    uint8_t byte = 255;
    size_t n = sizeof(uint64_t);
    bool yes = true;
    byte++;
    assert(byte == 0 && n == 8 && yes);
    assert(INT_MAX < 0);
    return EXIT_SUCCESS;
}
