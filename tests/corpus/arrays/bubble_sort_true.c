// expect: TRUE
// why: three elements are sorted in place

extern void __VERIFIER_assert(int);
extern signed char __VERIFIER_nondet_schar(void);

int main(void)
{
    signed char a[3];
    for (int i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_schar();
    for (int i = 0; i < 2; i++)
        for (int j = 0; j + 1 < 3 - i && j + 1 < 3; j++)
            if (a[j] > a[j + 1]) {
                signed char t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    __VERIFIER_assert(a[0] <= a[1] && a[1] <= a[2]);
    return 0;
}
