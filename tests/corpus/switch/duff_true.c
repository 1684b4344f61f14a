// expect: TRUE
// why: Duff's device: case labels inside a loop

extern void __VERIFIER_assert(int);

int main(void)
{
    int copied = 0, n = 7, rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { copied++;
    case 3:      copied++;
    case 2:      copied++;
    case 1:      copied++;
            } while (--rounds > 0);
    }
    __VERIFIER_assert(copied == 7);
    return 0;
}
