// expect: TRUE
// why: the difference of unsigneds is modulo 2^32

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned b = __VERIFIER_nondet_uint();
    unsigned a = b + 9;
    __VERIFIER_assert(a - b < 10);
    return 0;
}
