// expect: FALSE
// why: an unsigned source is extended with zeros

extern signed char __VERIFIER_nondet_schar(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    signed char c = __VERIFIER_nondet_schar();
    unsigned u = (unsigned char)c;
    if (c < 0)
        __VERIFIER_assert(u >= 0xffffff80u);
    return 0;
}
