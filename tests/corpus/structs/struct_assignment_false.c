// expect: FALSE
// why: assignment copies, and later changes do not reach the copy

extern void __VERIFIER_assert(int);

struct pair { int a; short b[3]; };
int main(void)
{
    struct pair p = { 1, { 2, 3, 4 } }, q;
    q = p;
    p.b[1] = 9;
    __VERIFIER_assert(q.a == 1 && q.b[1] == 9 && q.b[2] == 4);
    return 0;
}
