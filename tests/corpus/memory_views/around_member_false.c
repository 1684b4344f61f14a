// expect: FALSE
// native: skip
// why: the same, with a wrong idea of what lies behind the table.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);
static const struct { short wide[70]; signed char map[4]; signed char more[2]; } tables =
    { { 1 }, { 10, 20, 30, 40 }, { 50, 60 } };
int main(void)
{
    unsigned char i = __VERIFIER_nondet_uchar();
    signed char x = tables.map[i];
    __VERIFIER_assert(x % 10 == 0 && x <= 60);
    __VERIFIER_assert(i != 4 || x == 60);
    return 0;
}
