// expect: TRUE
// why: compound assignment computes in the wider type

extern void __VERIFIER_assert(int);

int main(void)
{
    int n = 10;
    n *= 0.55;
    __VERIFIER_assert(n == 5);
    char c = 100;
    c += 27.9;
    __VERIFIER_assert(c == 127);
    double d = 1.0;
    d++;
    __VERIFIER_assert(d-- == 2.0 && d == 1.0);
    return 0;
}
