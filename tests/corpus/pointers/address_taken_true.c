// expect: TRUE
// why: a local whose address was taken changes through the pointer

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 1;
    int *p = &x;
    *p = 5;
    __VERIFIER_assert(x == 5);
    return 0;
}
