// expect: TRUE
// check: pointer
// native: skip
// why: a pointer to a variable of a block that was left.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
int main(void)
{
    int x = 3;
    int *p = &x;
    {
        int y = 4;
        p = &y;
        *p = 5;
        p = &x;
    }
    return *p;
}
