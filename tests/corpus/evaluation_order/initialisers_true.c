// expect: TRUE
// why: the values of an initialiser are evaluated one after the other

extern void __VERIFIER_assert(int);

int main(void)
{
    int i = 3;
    int a[2] = {i++, i++};
    __VERIFIER_assert(a[0] + a[1] == 7 && i == 5);
    return 0;
}
