// expect: TRUE
// why: a forward goto skips statements

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 1;
    goto end;
    x = 2; end:
    __VERIFIER_assert(x == 1);
    return 0;
}
