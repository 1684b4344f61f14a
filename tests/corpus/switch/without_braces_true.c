// expect: TRUE
// why: a switch may control a single labelled statement

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 4, r = 0;
    switch (x)
    case 4: r = 1;
    __VERIFIER_assert(r == 1);
    return 0;
}
