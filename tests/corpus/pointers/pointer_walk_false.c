// expect: FALSE
// why: a pointer walks over an array to one past its end

extern void __VERIFIER_assert(int);

int main(void)
{
    int a[4] = { 1, 2, 3, 4 };
    int sum = 0;
    for (int *p = a; p != a + 3; p++)
        sum += *p;
    __VERIFIER_assert(sum == 10);
    return 0;
}
