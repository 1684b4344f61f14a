// expect: FALSE
// why: the bytes of an integer, lowest first

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned x = 0x01020304;
    unsigned char *p = (unsigned char *)&x;
    __VERIFIER_assert(p[0] == 1 && p[3] == 4);
    p[1] = 0xff;
    __VERIFIER_assert(x == 0x0102ff04);
    return 0;
}
