// expect: TRUE
// why: an initialiser is for the first member unless it says otherwise

extern void __VERIFIER_assert(int);

union u { char c; int i; };
int main(void)
{
    union u a = { 65 }, b = { .i = 0x4142 };
    __VERIFIER_assert(a.c == 'A' && b.c == 'B' && sizeof a == 4);
    return 0;
}
