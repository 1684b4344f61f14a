// expect: FALSE
// why: __alignof__ and offsetof are constants

extern void __VERIFIER_assert(int);

struct s { char c; long l; };
int main(void)
{
    __VERIFIER_assert(__builtin_offsetof(struct s, l) == 4);
    __VERIFIER_assert(_Alignof(int) == 4);
    return 0;
}
