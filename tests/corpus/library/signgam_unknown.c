// expect: UNKNOWN: variable `signgam` of the library
// why: lgamma sets it, and nobody said so.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <math.h>

int main(void) {
    int before = signgam;
    lgamma(-0.5);
    assert(signgam == before);
    return 0;
}
