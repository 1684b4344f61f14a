// expect: TRUE
// why: an input as the index of an array

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int a[3] = { 1, 2, 3 };
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 3)
        __VERIFIER_assert(a[i] > 0);
    return 0;
}
