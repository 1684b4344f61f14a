// expect: TRUE
// why: the maximum of a stream of inputs

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int max = -2147483647 - 1;
    while (1) {
        int x = __VERIFIER_nondet_int();
        if (x > max)
            max = x;
        __VERIFIER_assert(x <= max);
    }
}
