// expect: FALSE
// why: the older builtins

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 1, y = __VERIFIER_nondet_int();
    __VERIFIER_assert(__sync_fetch_and_add(&x, 4) == 1);
    __VERIFIER_assert(__sync_sub_and_fetch(&x, 2) == 3);
    __VERIFIER_assert(__sync_or_and_fetch(&x, 4) == 7);
    __VERIFIER_assert(__sync_fetch_and_nand(&x, 3) == 7 && x == ~3);
    __sync_synchronize();
    x = 3;
    __VERIFIER_assert(__sync_bool_compare_and_swap(&x, y, 9) == (y == 3));
    __VERIFIER_assert(x == (y == 3 ? 9 : 3));
    __VERIFIER_assert(__sync_val_compare_and_swap(&x, 9, 10) == (y == 3 ? 9 : 3));
    __VERIFIER_assert(__sync_lock_test_and_set(&x, 1) == (y == 3 ? 9 : 3));
    __sync_lock_release(&x);
    __VERIFIER_assert(x == 0);
    return 0;
}
