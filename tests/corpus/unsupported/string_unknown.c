// expect: UNKNOWN: element
// why: reading a string

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert("abc"[1] == 'b');
    return 0;
}
