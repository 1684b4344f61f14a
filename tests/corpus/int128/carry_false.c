// expect: FALSE
// why: the carry of a 64-bit addition is at most 1, and can be 1

extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned long long a = __VERIFIER_nondet_ulonglong(), b = __VERIFIER_nondet_ulonglong();
    unsigned __int128 s = (unsigned __int128)a + b;
    __VERIFIER_assert((unsigned long long)(s >> 64) <= 0);
    return 0;
}
