// expect: TRUE
// why: x++ of an unsigned char wraps in the variable, not in the value

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char c = 255;
    __VERIFIER_assert(c++ == 255);
    __VERIFIER_assert(c == 0);
    signed char d = 127;
    __VERIFIER_assert(++d == -128);
    return 0;
}
