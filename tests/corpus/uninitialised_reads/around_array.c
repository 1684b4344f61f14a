// expect: UNKNOWN: subscript that leaves its array
// check: uninitialised
// native: skip
// why: what lies around an array in a large record may have no value, and nobody knows.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    struct { int table[4]; short more[60]; long others[50]; } s;
    for (int i = 0; i < 4; i++)
        s.table[i] = i;
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 20)
        return 0;
    return s.table[i];
}
