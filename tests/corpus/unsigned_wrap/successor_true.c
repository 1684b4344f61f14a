// expect: TRUE
// why: x + 1 > x fails exactly for the largest unsigned

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assert(x + 1 > x || x == 4294967295u);
    return 0;
}
