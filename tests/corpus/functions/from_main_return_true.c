// expect: TRUE
// why: falling off the end of main is fine, and what follows the return is dead

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 3;
    return 0;
    __VERIFIER_assert(x == 4);
}
