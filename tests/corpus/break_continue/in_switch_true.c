// expect: TRUE
// why: break in a switch leaves the switch, continue the iteration

extern void __VERIFIER_assert(int);

int main(void)
{
    int n = 0;
    for (int i = 0; i < 4; i++) {
        switch (i) {
        case 1: continue;
        case 2: break;
        default: n += 10;
        }
        n++;
    }
    __VERIFIER_assert(n == 23);
    return 0;
}
