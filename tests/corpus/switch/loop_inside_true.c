// expect: TRUE
// why: a loop with a case label in its body, entered in the middle

extern void __VERIFIER_assert(int);

int main(void)
{
    int n = 0, i = 1;
    switch (i) {
    case 0:
        for (i = 0; i < 3; i++) {
    case 1:
            n += 1;
            if (i == 1)
                n += 1;
        }
    }
    __VERIFIER_assert(n == 3);
    return 0;
}
