// expect: FALSE
// why: a field of width zero starts a new unit

extern void __VERIFIER_assert(int);

struct a { unsigned x : 3, y : 3; };
struct b { unsigned x : 3; unsigned : 0; unsigned y : 3; };
int main(void)
{
    __VERIFIER_assert(sizeof(struct a) == 4 && sizeof(struct b) == 4);
    return 0;
}
