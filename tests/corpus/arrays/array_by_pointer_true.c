// expect: TRUE
// engine ic3cfa: UNKNOWN
// why: an array parameter is a pointer

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

static int largest(const int a[], int n)
{
    int best = a[0];
    for (int i = 1; i < n; i++)
        if (a[i] > best)
            best = a[i];
    return best;
}
int main(void)
{
    int a[4];
    for (int i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_int();
    int m = largest(a, 4);
    for (int i = 0; i < 4; i++)
        __VERIFIER_assert(a[i] <= m);
    return 0;
}
