// expect: TRUE
// why: a record that is seen as another one of the same size.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
struct a { short x, y; int z; } a;
struct b { int x; short y, z; };
int main(void)
{
    struct b *p = (struct b *)&a;
    a.x = 1;
    a.y = 2;
    p->z = 3;
    __VERIFIER_assert(p->x == 0x20001 && a.z == 0x30000);
    return 0;
}
