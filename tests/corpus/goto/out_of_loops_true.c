// expect: TRUE
// why: a goto leaves several loops at once

extern void __VERIFIER_assert(int);

int main(void)
{
    int i, j, n = 0;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++) {
            n++;
            if (j == 1)
                goto out;
        }
out:
    __VERIFIER_assert(n == 2);
    return 0;
}
