// expect: TRUE
// engine bmc: UNKNOWN
// engine ic3: UNKNOWN
// engine ic3cfa: UNKNOWN
// engine kind: UNKNOWN
// why: a floating-point number or an array that each iteration changes keeps the loop from being leapt over

extern void __VERIFIER_assert(int);

int main(void)
{
    double sum = 0;
    float product = 1;
    int a[4] = {0};
    for (int i = 0; i < 200000; i++) {
        sum += 0.5;
    }
    for (int i = 0; i < 1000; i++) {
        product = product * 1.0625f - 0.0625f;
        a[i % 4]++;
    }
    __VERIFIER_assert(sum == 100000.0);
    __VERIFIER_assert(product == 1.0f);
    __VERIFIER_assert(a[3] == 250);
    return 0;
}
