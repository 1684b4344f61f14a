// expect: FALSE
// why: the classic midpoint bug: low + high overflows

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (low >= 0 && low <= high) {
        int mid = (low + high) / 2;
        __VERIFIER_assert(mid >= low);
        __VERIFIER_assert(mid <= high);
    }
    return 0;
}
