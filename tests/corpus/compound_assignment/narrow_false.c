// expect: FALSE
// why: += computes in int and converts back

extern void __VERIFIER_assert(int);

int main(void)
{
    int c = 250;
    c += 10;
    __VERIFIER_assert(c == 4);
    return 0;
}
