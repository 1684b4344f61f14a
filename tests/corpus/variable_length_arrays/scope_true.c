// expect: TRUE
// check: pointer
// why: The length is that of the declaration, each time anew.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int sum = 0;
    for (int n = 1; n < 3; n++) {
        char a[n];
        char *p = a;
        p[n - 1] = 1;
        sum += p[n - 1];
    }
    return sum;
}
