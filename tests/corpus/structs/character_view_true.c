// expect: TRUE
// why: bug: a pointer to characters saw only the members that are characters

extern void __VERIFIER_assert(int);

struct s { _Bool b; char c; short d; };
int main(void)
{
    struct s v = { 1, 2, 0x0304 };
    unsigned char *p = (unsigned char *)&v;
    __VERIFIER_assert(p[0] == 1 && p[1] == 2 && p[2] == 4 && p[3] == 3);
    p[0] = 0;
    p[3] = 5;
    __VERIFIER_assert(!v.b && v.d == 0x0504);
    return 0;
}
