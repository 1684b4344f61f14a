// expect: FALSE
// why: The number in a string literal is known, and rounded correctly.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    assert(atof(" -2.5e1;") == -25.0);
    assert(strtod("0.1", NULL) == 0.1);
    assert(strtof("0.1", NULL) == 0.1);
    assert(atof("-") == 0);
    return 0;
}
