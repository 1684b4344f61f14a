// expect: FALSE
// why: what is added to one of them is not what is added to the other

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned char a = 1, b = 0;
    while (__VERIFIER_nondet_int()) {
        unsigned char m = __VERIFIER_nondet_uchar(), t = a;
        a = b ^ m;
        b = t ^ a;
        __VERIFIER_assert(a != b);
    }
    return 0;
}
