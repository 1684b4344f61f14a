// expect: FALSE
// why: the same with another value

extern void __VERIFIER_assert(int);

union number {
    unsigned int word;
    struct { unsigned long long low, high; } wide;
};

static unsigned int low_word(union number n) { return (unsigned int)n.wide.low; }

int main(void) {
    union number n = (union number)7u;
    __VERIFIER_assert(n.word == 7);
    n = (union number)(n.word + 1);
    __VERIFIER_assert(low_word(n) == 7);
    __VERIFIER_assert(low_word((union number)9u) == 9);
    return 0;
}
