// expect: TRUE
// why: the negation of an unsigned short is a negative int

extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned short s = __VERIFIER_nondet_ushort();
    if (s > 0)
        __VERIFIER_assert(-s < 0);
    return 0;
}
