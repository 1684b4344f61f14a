// expect: FALSE
// why: another element

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);

unsigned char a[200];

int main(void) {
    while (__VERIFIER_nondet_int()) {
        unsigned char i = __VERIFIER_nondet_uchar();
        if (i < 200 && i != 7) {
            a[i] = __VERIFIER_nondet_uchar();
        }
    }
    __VERIFIER_assert(a[8] == 0);
    return 0;
}
