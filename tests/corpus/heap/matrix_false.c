// expect: FALSE
// why: an array of pointers to rows

#include <stdlib.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    int **m = malloc(2 * sizeof *m);
    if (!m)
        return 0;
    for (int i = 0; i < 2; i++) {
        m[i] = malloc(2 * sizeof **m);
        if (!m[i])
            return 0;
        for (int j = 0; j < 2; j++)
            m[i][j] = i + 2 * j;
    }
    __VERIFIER_assert(m[1][0] == 1 && m[0][1] == 1);
    return 0;
}
