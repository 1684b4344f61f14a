// expect: TRUE
// why: the address of a packed member, which is not aligned, as an argument.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
struct __attribute__((packed)) { char tag; int value; short rest; } s;
static void set(int *p, int v) { *p = v; }
int main(void)
{
    int v = (int)__VERIFIER_nondet_uint();
    s.rest = 5;
    set(&s.value, v);
    __VERIFIER_assert(s.value == v && s.rest == 5);
    return 0;
}
