// expect: TRUE
// check: pointer
// native: skip
// why: a write to a constant object, through a cast.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
const int limit = 3;
int counter;
int main(void)
{
    const int *p = __VERIFIER_nondet_uint() ? &counter : &counter;
    *(int *)p = 4;
    return limit;
}
