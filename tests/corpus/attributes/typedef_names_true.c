// expect: TRUE
// why: a type name behind an attribute is a type name; the attribute was taken for it

extern void __VERIFIER_assert(int);

typedef struct { char c; } __attribute__((aligned(4))) word;
typedef int __attribute__((aligned(16))) wide;

int aligned(int x) { return x + 1; }

int main(void)
{
    __VERIFIER_assert(_Alignof(word) == 4 && _Alignof(wide) == 16);
    __VERIFIER_assert(sizeof(word) == 4 && sizeof(wide) == 4);
    __VERIFIER_assert((aligned)(3) == 4);
    return 0;
}
