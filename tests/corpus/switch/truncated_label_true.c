// expect: TRUE
// why: a case label is converted to the type of the condition, even if that cuts it

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 1, r = 0;
    switch (x) {
    case 4294967297L: r = 1;
    }
    __VERIFIER_assert(r == 1);
    return 0;
}
