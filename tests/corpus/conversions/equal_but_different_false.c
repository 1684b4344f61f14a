// expect: FALSE
// why: an unsigned char never equals a negative number, a char may

extern void __VERIFIER_assert(int);

int main(void)
{
    char c = 0xff;
    __VERIFIER_assert(c != -1);
    __VERIFIER_assert(c + 1 != 0);
    return 0;
}
