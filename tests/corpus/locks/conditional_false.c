// expect: FALSE
// why: each lock is taken and released under the same condition

extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int lk1, lk2;
    while (__VERIFIER_nondet_bool()) {
        int p1 = __VERIFIER_nondet_int(), p2 = __VERIFIER_nondet_int();
        lk1 = lk2 = 0;
        if (p1 != 0) lk1 = 1;
        if (p2 != 0) lk2 = 1;
        if (p1 != 0) { __VERIFIER_assert(lk1 == 1); lk1 = 0; }
        if (p1 != 0) { __VERIFIER_assert(lk2 == 1); lk2 = 0; }
    }
    return 0;
}
