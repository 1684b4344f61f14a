// expect: TRUE
// native: skip
// why: a declaration before the first case is in scope but not executed

extern void __VERIFIER_assert(int);

int main(void)
{
    switch (1) {
        int y = 7;
    case 1:
        y = 2;
        __VERIFIER_assert(y == 2);
    }
    return 0;
}
