// expect: FALSE
// why: a rotation is undone by the opposite rotation, for symbolic counts

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned n = (__VERIFIER_nondet_uint() & 15) + 1;
    unsigned r = (x << n) | (x >> (32 - n));
    unsigned back = (r >> n) | (r << (31 - n));
    __VERIFIER_assert(back == x);
    return 0;
}
