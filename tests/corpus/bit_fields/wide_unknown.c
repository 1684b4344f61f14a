// expect: UNKNOWN: arithmetic on a bit-field wider than `int`
// why: GCC computes with a 40-bit field in 40 bits, so the product is 0; a type of 64 bits would keep it
extern void reach_error(void);
struct wide { unsigned long long field : 40; };
int main(void) {
    struct wide v;
    v.field = 1ULL << 39;
    if (v.field * 2 != 0) reach_error();
    return 0;
}
