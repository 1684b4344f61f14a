// expect: FALSE
// why: operators on atomic objects, also in structures and arrays

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

struct counters {
    char tag;
    _Atomic int hits;
    _Atomic(unsigned char) small[2];
};

int main(void)
{
    struct counters c = { 'x', 0, { 255, 0 } };
    _Atomic int *p = &c.hits;
    int n = __VERIFIER_nondet_int() & 7;
    for (int i = 0; i < n; i++)
        (*p)++;
    c.hits += 2;
    c.hits <<= 1;
    c.small[0]++;
    c.small[1] -= 1;
    __VERIFIER_assert(c.hits == 2 * n + 2);
    __VERIFIER_assert(c.small[0] == 0 && c.small[1] == 255);
    return 0;
}
