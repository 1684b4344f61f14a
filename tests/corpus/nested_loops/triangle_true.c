// expect: TRUE
// why: the bound of the inner loop depends on the outer

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int i = 0;
    while (__VERIFIER_nondet_bool() && i < 10) {
        int j = 0;
        while (j < i) {
            __VERIFIER_assert(j < i && j < 9);
            j++;
        }
        i++;
    }
    return 0;
}
