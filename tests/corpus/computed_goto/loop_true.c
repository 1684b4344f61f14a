// expect: TRUE
// why: an unbounded loop by computed jumps, with an invariant

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    void *table[] = { &&even, &&odd, &&done };
    unsigned n = 0;
    goto *table[0];
even:
    __VERIFIER_assert(n % 2 == 0);
    n++;
    goto *table[__VERIFIER_nondet_int() ? 1 : 2];
odd:
    __VERIFIER_assert(n % 2 == 1);
    n++;
    goto *table[0];
done:
    return 0;
}
