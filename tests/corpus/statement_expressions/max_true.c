// expect: TRUE
// why: the max macro of the kernel

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int m = ({ int a_ = a; int b_ = b; a_ > b_ ? a_ : b_; });
    __VERIFIER_assert(m >= a && m >= b);
    return 0;
}
