// expect: FALSE
// why: labels may be any constant expression

extern void __VERIFIER_assert(int);

enum { BASE = 10 };
int main(void)
{
    int r = 0;
    switch (BASE + 4) {
    case (unsigned char)256 + 1: r = 1; break;
    case BASE * 2 - (1 ? 7 : 8): r = 2; break;
    case BASE + sizeof(int): r = 3; break;
    case 'a': r = 4; break;
    }
    __VERIFIER_assert(r == 2);
    return 0;
}
