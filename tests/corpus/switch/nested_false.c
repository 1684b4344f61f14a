// expect: FALSE
// why: a break leaves the inner switch only

extern void __VERIFIER_assert(int);

int main(void)
{
    int a = 1, b = 2, r = 0;
    switch (a) {
    case 1:
        switch (b) {
        case 2: r += 1; break;
        default: r += 50;
        }
        r += 10;
    default: r += 100;
    }
    __VERIFIER_assert(r == 11);
    return 0;
}
