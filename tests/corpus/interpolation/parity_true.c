// expect: TRUE
// why: that the lowest bits differ is what the error needs, and an interpolant says it; values it would have to enumerate

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned char a = 1, b = 0;
    while (__VERIFIER_nondet_int()) {
        unsigned char m = __VERIFIER_nondet_uchar(), t = a;
        a = b ^ m;
        b = t ^ m;
        __VERIFIER_assert(a != b);
    }
    return 0;
}
