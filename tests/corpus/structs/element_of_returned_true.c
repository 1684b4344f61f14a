// expect: TRUE
// why: a subscript into an array of a record that a function returns, or that `? :` chooses

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

struct inner { char name[4]; };
struct table { int numbers[3]; struct inner inner; int *places[2]; };

static int x, y;

static struct table make(int n)
{
    return (struct table){ { n, n + 1 }, { "ab" }, { &x, &y } };
}

int main(void)
{
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i < 2);
    struct table other = make(7);
    __VERIFIER_assert(make(4).numbers[i] == 4 + i);
    __VERIFIER_assert(make(4).inner.name[1 + i] == (i ? 0 : 'b'));
    __VERIFIER_assert((i ? other : make(1)).numbers[1] == (i ? 8 : 2));
    *make(1).places[i] = 5;
    __VERIFIER_assert((i ? y : x) == 5 && 1[make(2).numbers] == 3);
    return 0;
}
