// expect: TRUE
// why: an input chooses the struct and the member changes

extern void __VERIFIER_assert(int);
extern unsigned __VERIFIER_nondet_uint(void);

struct account { unsigned id; int balance; };
int main(void)
{
    struct account a[3] = { { 7, 100 }, { 8, 200 }, { 9, 300 } };
    unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3;
    a[i].balance -= 50;
    a[j].balance += 50;
    __VERIFIER_assert(a[0].balance + a[1].balance + a[2].balance == 600);
    __VERIFIER_assert(a[i].balance <= 100 * ((int)i + 1));
    return 0;
}
