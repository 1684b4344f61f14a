// expect: TRUE
// check: uninitialised
// why: The same for an array that is not split.
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[200];
    a[7] = 1;
    a[199] = 2;
    return a[7] + a[199];
}
