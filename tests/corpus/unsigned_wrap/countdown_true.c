// expect: TRUE
// why: an unsigned counter never gets below 0, it wraps

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned i;
    for (i = 3; i >= 0; i--)
        if (i > 3)
            break;
    __VERIFIER_assert(i > 0);
    return 0;
}
