// expect: TRUE
// why: the same in an array that is not split, and over the end of a member.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
typedef unsigned una __attribute__((aligned(1), may_alias));
struct { char head[3]; int body[100]; short tail; } s;
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= sizeof s - 4)
        return 0;
    char *p = (char *)&s;
    *(una *)(p + i) = 0x04030201;
    __VERIFIER_assert(p[i] + p[i + 3] == 5);
    if (i == 402)
        __VERIFIER_assert(s.body[99] == 0x02010000 && s.tail == 0x0403);
    return 0;
}
