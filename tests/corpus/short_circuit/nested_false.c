// expect: FALSE
// why: && binds tighter than ||, and each side effect happens at most once

extern void __VERIFIER_assert(int);

int main(void)
{
    int a = 0, b = 0, c = 0;
    int r = a++ || b++ && c++ || 1;
    __VERIFIER_assert(r == 1 && a == 1 && c == 0);
    __VERIFIER_assert(b == 1);
    b = 0;
    r = ++a && (b = 0) || (c = 7);
    __VERIFIER_assert(b == 1);
    __VERIFIER_assert(r == 1 && c == 7 && a == 2);
    return 0;
}
