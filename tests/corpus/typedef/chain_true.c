// expect: TRUE
// why: a typedef of a typedef keeps the width

extern void __VERIFIER_assert(int);

typedef unsigned char byte;
typedef byte octet;
int main(void)
{
    octet o = 255;
    o++;
    __VERIFIER_assert(o == 0);
    return 0;
}
