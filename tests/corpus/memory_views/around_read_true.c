// expect: TRUE
// native: skip
// why: what a read gives that leaves its table inside of a large record is any value; the rest is known.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
static struct { int table[4]; short more[60]; long others[50]; char text[30]; } tables = { { 1, 2, 3, 4 } };
int state;
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    int x = tables.table[i];
    if (x == 9)
        state = 1;
    if (i < 4)
        __VERIFIER_assert(x >= 1 && x <= 4);
    __VERIFIER_assert(state <= 1);
    return 0;
}
