// expect: FALSE
// why: the classic exchange through two pointers

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = *a;
}
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int a = x, b = y;
    swap(&a, &b);
    __VERIFIER_assert(a == y && b == x);
    return 0;
}
