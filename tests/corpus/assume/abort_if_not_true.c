// expect: TRUE
// why: assume_abort_if_not with the usual body

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

extern void abort(void);
void assume_abort_if_not(int cond)
{
    if (!cond) {
        abort();
    }
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x >= 0);
    __VERIFIER_assert(x != -1);
    return 0;
}
