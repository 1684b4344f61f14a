// expect: FALSE
// check: pointer
// native: skip
// why: memcpy and memset write, too.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
const struct { int a, b; } fixed = { 1, 2 };
struct { int a, b; } free_one;
int main(void)
{
    void *to = (void *)&fixed;
    int values[2] = { 3, 4 };
    memcpy(to, values, sizeof values);
    return fixed.a;
}
