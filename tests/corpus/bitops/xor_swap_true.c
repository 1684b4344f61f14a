// expect: TRUE
// why: three xors swap two variables

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned x = a, y = b;
    x ^= y;
    y ^= x;
    x ^= y;
    __VERIFIER_assert(x == b && y == a);
    return 0;
}
