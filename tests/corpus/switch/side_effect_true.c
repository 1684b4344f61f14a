// expect: TRUE
// why: the condition is evaluated once

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 0, r = 0;
    switch (x++) {
    case 2: r = 2; break;
    case 1: r = 1; break;
    case 0: r = 9;
    }
    __VERIFIER_assert(r == 9);
    __VERIFIER_assert(x == 1);
    return 0;
}
