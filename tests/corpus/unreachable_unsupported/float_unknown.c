// expect: UNKNOWN: float
// why: an unsupported construct that no run gets to does not matter

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 10)
        return 0;
    if (x > 9) {
        float f = x;
        __VERIFIER_assert(f > 1.0f);
    }
    return 0;
}
