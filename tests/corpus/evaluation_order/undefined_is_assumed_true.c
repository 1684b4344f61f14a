// expect: TRUE
// native: skip
// why: undefined without a check: stated as an assumption, evaluated from left to right

extern void __VERIFIER_assert(int);

int main(void)
{
    int i = 1;
    int x = i++ + i;
    __VERIFIER_assert(x == 3 && i == 2);
    return 0;
}
