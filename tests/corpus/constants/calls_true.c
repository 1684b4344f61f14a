// expect: TRUE
// why: the compiler computes calls of builtins where it needs a constant
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { LENGTH = __builtin_strlen("abc" "de"), BITS = __builtin_popcount(0xf1), SWAPPED = __builtin_bswap16(1) };

static char room[__builtin_strlen("abc") + 1] = "abc";
static const unsigned long length = __builtin_strlen("four") + __builtin_strlen(&"tail"[1]);
static int order = __builtin_strcmp("ab", "ac"), same = __builtin_memcmp("ab", "ac", 1);
static double root = __builtin_sqrt(16.0);
_Static_assert(__builtin_strlen("abc") == 3, "three");

int digits(int x) {
    switch (x) {
    case __builtin_strlen("abcd"):
        return 1;
    case __builtin_clz(1) - __builtin_ffs(1):
        return 2;
    }
    return 0;
}

int main(void) {
    if (LENGTH != 5 || BITS != 5 || SWAPPED != 256)
        reach_error();
    if (sizeof room != 4 || length != 7 || order >= 0 || same != 0 || root != 4.0)
        reach_error();
    if (digits(4) != 1 || digits(30) != 2)
        reach_error();
    return 0;
}
