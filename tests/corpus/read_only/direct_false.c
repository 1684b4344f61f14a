// expect: FALSE
// check: pointer
// native: skip
// why: the same where the expression itself names the object.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
const int limit = 3;
int counter;
int main(void)
{
    *(int *)&limit = 4;
    return limit;
}
