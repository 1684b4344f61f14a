// expect: FALSE
// why: bytes read as signed characters extend their sign

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 0x80;
    signed char *p = (signed char *)&x;
    __VERIFIER_assert(*p == 128);
    return 0;
}
