// expect: TRUE
// check: pointer
// native: skip
// why: each iteration has a variable of its own.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
int main(void)
{
    int *p = 0;
    for (int i = 0; i < 3; i++) {
        int y = i;
        p = &y;
        *p = 7;
    }
    return p != 0;
}
