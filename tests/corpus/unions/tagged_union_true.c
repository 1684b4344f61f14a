// expect: TRUE
// why: the tag says which member is valid

extern void __VERIFIER_assert(int);
extern _Bool __VERIFIER_nondet_bool(void);

struct value { enum { INT, PAIR } tag; union { int n; struct { short a, b; } pair; }; };
static int sum(struct value v) { return v.tag == INT ? v.n : v.pair.a + v.pair.b; }
int main(void)
{
    struct value v;
    if (__VERIFIER_nondet_bool()) {
        v.tag = INT;
        v.n = 7;
    } else {
        v.tag = PAIR;
        v.pair.a = 3;
        v.pair.b = 4;
    }
    __VERIFIER_assert(sum(v) == 7);
    return 0;
}
