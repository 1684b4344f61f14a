// expect: FALSE
// why: fixed widths and limits

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    uint8_t a = 255;
    int64_t b = INT64_MAX;
    bool c = INT_MIN < 0;
    a++;
    __VERIFIER_assert(a == 256 && b > INT_MAX && c && UINT16_MAX == 65535);
    return 0;
}
