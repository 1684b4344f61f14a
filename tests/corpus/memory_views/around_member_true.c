// expect: TRUE
// native: skip
// why: a table in a constant record is read beyond its end: what follows is read, and 0 behind the record.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);
static const struct { short wide[70]; signed char map[4]; signed char more[2]; } tables =
    { { 1 }, { 10, 20, 30, 40 }, { 50, 60 } };
int main(void)
{
    unsigned char i = __VERIFIER_nondet_uchar();
    signed char x = tables.map[i];
    __VERIFIER_assert(x % 10 == 0 && x <= 60);
    __VERIFIER_assert(i != 5 || x == 60);
    return 0;
}
