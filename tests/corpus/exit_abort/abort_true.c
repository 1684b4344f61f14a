// expect: TRUE
// why: abort ends the run without a violation

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

extern void abort(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x != 3) {
        abort();
    }
    __VERIFIER_assert(x == 3);
    return 0;
}
