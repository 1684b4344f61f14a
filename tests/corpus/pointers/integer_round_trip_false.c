// expect: FALSE
// why: a pointer survives the way through an integer

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 3;
    __UINTPTR_TYPE__ bits = (__UINTPTR_TYPE__)&x;
    int *p = (int *)bits;
    *p = 4;
    __VERIFIER_assert(p == &x && x == 3);
    return 0;
}
