// expect: TRUE
// why: the type of an atomic object, without its qualifier, and its layout

extern void __VERIFIER_assert(int);

#include <stdatomic.h>

struct three {
    char a[3];
};
struct eight {
    char a[8];
};

_Atomic long long wide;
struct {
    char c;
    _Atomic struct eight s;
} padded;
struct {
    char c;
    _Atomic struct three s;
} packed;

int main(void)
{
    atomic_uchar x = 250;
    __typeof__(x) y = x;
    __auto_type z = x;
    y += 10;
    __VERIFIER_assert(y == 4 && z == 250);
    __VERIFIER_assert(sizeof padded == 16 && sizeof packed == 4);
    __VERIFIER_assert(_Alignof(_Atomic struct eight) == 8);
    __VERIFIER_assert(_Generic(atomic_load(&wide), long long: 1, default: 0));
    return 0;
}
