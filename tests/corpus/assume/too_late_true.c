// expect: TRUE
// why: an assumption does not excuse an error before it

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 0); __VERIFIER_assert(x > 0);
    return 0;
}
