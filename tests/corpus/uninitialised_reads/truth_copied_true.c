// expect: TRUE
// check: uninitialised
// native: skip
// why: memcpy copies a byte into a _Bool.
extern unsigned __VERIFIER_nondet_uint(void);
void *memcpy(void *, const void *, unsigned long);
int main(void)
{
    _Bool b;
    unsigned char c = __VERIFIER_nondet_uint() % 2;
    memcpy(&b, &c, 1);
    return b;
}
