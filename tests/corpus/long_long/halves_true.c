// expect: TRUE
// why: a 64-bit value is put together from its halves

extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned long long x = __VERIFIER_nondet_ulonglong();
    unsigned low = x;
    unsigned long long high = x >> 32;
    __VERIFIER_assert(((high << 32) | low) == x);
    return 0;
}
