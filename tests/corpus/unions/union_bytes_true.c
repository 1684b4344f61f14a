// expect: TRUE
// why: the bytes of an integer through a union

extern void __VERIFIER_assert(int);

union view { unsigned word; unsigned char byte[4]; unsigned short half[2]; };
int main(void)
{
    union view v;
    v.word = 0xaabbccdd;
    __VERIFIER_assert(v.byte[0] == 0xdd && v.byte[3] == 0xaa);
    v.half[1] = 0x1122;
    __VERIFIER_assert(v.word == 0x1122ccdd);
    return 0;
}
