// expect: TRUE
// check: uninitialised
// why: A function that sets its result on one path only.
int __VERIFIER_nondet_int(void);

static int get(int *result)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 0;
    *result = n;
    return 1;
}
int main(void)
{
    int x;
    if (!get(&x)) return 0;
    return x;
}
