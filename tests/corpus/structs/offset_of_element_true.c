// expect: TRUE
// why: subscripts in offsetof need not be constant in GNU C (they were refused)

extern void __VERIFIER_assert(int);

extern int __VERIFIER_nondet_int(void);

struct table {
    char kind;
    struct { short a[3]; int b; } row[4];
};

int main(void) {
    struct table t = { 0 };
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3) return 0;
    unsigned long at = __builtin_offsetof(struct table, row[i].a[i & 1]);
    *(short *)((char *)&t + at) = 5;
    __VERIFIER_assert(t.row[i].a[i & 1] == 5);
    __VERIFIER_assert(__builtin_offsetof(struct table, row[2].b) == 36);
    return 0;
}
