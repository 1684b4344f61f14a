// expect: FALSE
// native: skip
// why: the values of an initialiser are evaluated in any order, which is not undefined

extern void __VERIFIER_assert(int);

int main(void)
{
    int i = 3;
    int a[2] = {i++, i++};
    __VERIFIER_assert(a[0] == 3);
    return 0;
}
