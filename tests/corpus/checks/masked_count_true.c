// expect: TRUE
// check: shift
// why: A mask keeps a count below the width.
int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned x = 1;
    return x << (__VERIFIER_nondet_int() & 31);
}
