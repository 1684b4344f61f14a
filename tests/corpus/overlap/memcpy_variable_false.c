// expect: FALSE
// check: overlap
// native: skip
// why: how much is copied is an input.
extern unsigned __VERIFIER_nondet_uint(void);
void *memcpy(void *, const void *, unsigned long);
int main(void)
{
    char b[8] = "abcdefg";
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 4)
        return 0;
    memcpy(b + 3, b, n);
    return b[3];
}
