// expect: FALSE
// why: the same with another value

extern void __VERIFIER_assert(int);

static int ((twice))(int x) { return 2 * x; }
static int (next)(int x) { return x + 1; }
static int (*((chosen))(int way))(int) { return way ? (twice) : next; }

int main(void) {
    __VERIFIER_assert((twice)(next(20)) == 42);
    __VERIFIER_assert(chosen(1)(4) == 5);
    return 0;
}
