// expect: UNKNOWN: subscript that leaves its array
// native: skip
// why: no violation rests on such a value.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
static struct { int table[4]; short more[60]; long others[50]; char text[30]; } tables = { { 1, 2, 3, 4 } };
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    int x = tables.table[i];
    __VERIFIER_assert(x != 9);
    return 0;
}
