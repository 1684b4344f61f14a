// expect: FALSE
// why: a negative int becomes a 128-bit number with its sign

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int i = __VERIFIER_nondet_int();
    __int128 w = (unsigned)i;
    if (i < 0)
        __VERIFIER_assert(w < 0 && w + 1 == (__int128)i + 1);
    return 0;
}
