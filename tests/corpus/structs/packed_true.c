// expect: TRUE
// engine ic3cfa: UNKNOWN
// why: a packed struct has no padding

extern void __VERIFIER_assert(int);

struct __attribute__((packed)) s { char a; int b; short c; };
int main(void)
{
    struct s v = { 1, 0x01020304, 5 };
    unsigned char *p = (unsigned char *)&v;
    __VERIFIER_assert(sizeof v == 7 && p[1] == 4 && p[5] == 5);
    return 0;
}
