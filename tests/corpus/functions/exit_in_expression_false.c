// expect: FALSE
// why: a call that ends the run, in the middle of an expression

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

extern void abort(void);
int g;
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int ok = x > 0 || (g = 1, 0);
    __VERIFIER_assert(ok == 1 && x > 0);
    return 0;
}
