// expect: TRUE
// why: members of anonymous structs and unions

extern void __VERIFIER_assert(int);

struct s { int a; struct { int b; union { int c; char d; }; }; };
int main(void)
{
    struct s v = { 1, { 2, { 0x341 } } };
    __VERIFIER_assert(v.b == 2 && v.d == 0x41);
    return 0;
}
