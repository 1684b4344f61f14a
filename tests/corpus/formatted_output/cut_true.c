// expect: TRUE
// why: snprintf writes no more than there is room for and returns what it would have written.
#include <assert.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    char text[4] = "~~~";
    int x = __VERIFIER_nondet_int();
    if (x < 100 || x > 99999)
        return 0;
    int count = snprintf(text, sizeof text, "%d", x);
    assert(text[3] == 0);
    assert(count >= 3 && count <= 5);
}
