// expect: TRUE
// why: runs that break an assumption do not count

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 3 && x < 5);
    __VERIFIER_assert(x == 4);
    return 0;
}
