// expect: TRUE
// why: padding is memory: memset and memcpy see it, in a record and its copy.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
extern void *memset(void *, int, __SIZE_TYPE__);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
struct s { char c; int i; } x, y;
int main(void)
{
    unsigned char bytes[sizeof x];
    memset(&x, 7, sizeof x);
    memcpy(&y, &x, sizeof y);
    memcpy(bytes, &y, sizeof bytes);
    __VERIFIER_assert(bytes[1] == 7);
    return 0;
}
