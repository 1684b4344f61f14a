// expect: TRUE
// why: every part of a for may be missing

extern void __VERIFIER_assert(int);

int main(void)
{
    int i = 0;
    for (;;) {
        if (i > 4)
            break;
        i++;
    }
    __VERIFIER_assert(i == 5);
    return 0;
}
