// expect: FALSE
// why: where bit-fields lie in their unit

extern void __VERIFIER_assert(int);

union u { struct { unsigned a : 4, b : 8, c : 20; } f; unsigned word; };
int main(void)
{
    union u u;
    u.word = 0;
    u.f.b = 0xff;
    __VERIFIER_assert(u.word == 0xff);
    u.f.c = 1;
    __VERIFIER_assert(u.word == 0x1ff0);
    return 0;
}
