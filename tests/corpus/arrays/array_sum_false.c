// expect: FALSE
// why: a loop over an array

extern void __VERIFIER_assert(int);

int main(void)
{
    int a[5];
    for (int i = 0; i < 5; i++)
        a[i] = i * i;
    int sum = 0;
    for (int i = 0; i < 5; i++)
        sum += a[i];
    __VERIFIER_assert(sum == 31);
    return 0;
}
