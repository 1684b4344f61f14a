// expect: FALSE
// why: a forward goto skips statements

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 1;
    goto end;
    end: x = 2;
    __VERIFIER_assert(x == 1);
    return 0;
}
