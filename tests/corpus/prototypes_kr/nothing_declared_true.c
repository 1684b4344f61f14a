// expect: TRUE
// why: GCC warns of declarations that declare nothing, and of a type name without a type

extern void __VERIFIER_assert(int);

static;
const;
int;
typedef number;

static number next(number n)
{
    extern;
    return n + 1;
}

int main(void)
{
    __VERIFIER_assert(next(2) == 3 && sizeof(number) == sizeof(int));
    return 0;
}
