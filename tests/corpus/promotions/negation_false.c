// expect: FALSE
// why: the negation of an unsigned int is unsigned

extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned int s = __VERIFIER_nondet_ushort();
    if (s > 0)
        __VERIFIER_assert(-s < 0);
    return 0;
}
