// expect: TRUE
// check: pointer
// why: Null must not be dereferenced.
int __VERIFIER_nondet_int(void);
int x;
int main(void)
{
    int *p = __VERIFIER_nondet_int() ? &x : 0;
    if (p)
        *p = 1;
    return 0;
}
