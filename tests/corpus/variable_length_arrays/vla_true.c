// expect: TRUE
// engine ic3cfa: UNKNOWN
// why: an array whose length is an input

extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 4);
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    __VERIFIER_assert(a[n - 1] == n - 1 && sizeof a == 4u * n);
    return 0;
}
