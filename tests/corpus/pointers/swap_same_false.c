// expect: FALSE
// why: both pointers are to one object

extern void __VERIFIER_assert(int);

static void xor_swap(int *a, int *b)
{
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
}
int main(void)
{
    int x = 7, y = 9;
    xor_swap(&x, &x);
    __VERIFIER_assert(x == 9);
    return 0;
}
