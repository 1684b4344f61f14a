// expect: FALSE
// native: skip
// why: 24 calls beside what they change: some order of them gives each sum from 1 to 25

extern void __VERIFIER_assert(int);

static int g;

#define LEVEL(name, below) \
    static int name(int x) { return below(x) + g; }

static int f0(int x)
{
    g = x;
    return x;
}
LEVEL(f1, f0)
LEVEL(f2, f1)
LEVEL(f3, f2)
LEVEL(f4, f3)
LEVEL(f5, f4)
LEVEL(f6, f5)
LEVEL(f7, f6)
LEVEL(f8, f7)
LEVEL(f9, f8)
LEVEL(f10, f9)
LEVEL(f11, f10)
LEVEL(f12, f11)
LEVEL(f13, f12)
LEVEL(f14, f13)
LEVEL(f15, f14)
LEVEL(f16, f15)
LEVEL(f17, f16)
LEVEL(f18, f17)
LEVEL(f19, f18)
LEVEL(f20, f19)
LEVEL(f21, f20)
LEVEL(f22, f21)
LEVEL(f23, f22)
LEVEL(f24, f23)

int main(void)
{
    int sum = f24(1);
    __VERIFIER_assert(sum != 13);
    return 0;
}
