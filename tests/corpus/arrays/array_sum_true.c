// expect: TRUE
// engine ic3cfa: UNKNOWN
// engine ic3: UNKNOWN
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
    __VERIFIER_assert(sum == 30);
    return 0;
}
