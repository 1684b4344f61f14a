// expect: TRUE
// why: a fresh input in each iteration

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = __VERIFIER_nondet_int();
        if (x >= 0 && x < 3)
            sum += x;
    }
    __VERIFIER_assert(sum <= 6);
    return 0;
}
