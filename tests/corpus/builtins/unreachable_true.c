// expect: TRUE
// native: skip
// why: no run gets to __builtin_unreachable

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 5) {
        __builtin_unreachable();
    }
    __VERIFIER_assert(x <= 5);
    return 0;
}
