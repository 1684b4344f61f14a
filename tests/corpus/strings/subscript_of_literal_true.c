// expect: TRUE
// why: reading a string literal

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert("abc"[1] == 'b');
    return 0;
}
