// expect: FALSE
// why: the address of a local of a loop body

extern void __VERIFIER_assert(int);

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        int x = i;
        int *p = &x;
        *p *= 2;
        sum += x;
    }
    __VERIFIER_assert(sum == 6);
    return 0;
}
