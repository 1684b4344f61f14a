// expect: FALSE
// why: the generic forms copy values of any type

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

struct pair {
    int a, b;
};

int main(void)
{
    struct pair shared = { 1, 2 }, mine = { 3, __VERIFIER_nondet_int() }, out;
    double d = 1.5, e;
    __atomic_load(&d, &e, 5);
    __VERIFIER_assert(e == 1.5);
    __atomic_store(&shared, &mine, 5);
    __VERIFIER_assert(shared.a == 3 && shared.b == mine.b);
    mine.a = 4;
    __atomic_exchange(&shared, &mine, &out, 5);
    __VERIFIER_assert(out.a == 4 && out.b == mine.b && shared.a == 4);
    return 0;
}
