// expect: TRUE
// check: pointer
// native: skip
// why: the address of a parameter after the call.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
int *kept;
static void keep(int x, int *other) { kept = other; *kept = x; }
int main(void)
{
    int y = 0;
    keep(3, &y);
    return *kept;
}
