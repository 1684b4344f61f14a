// expect: TRUE
// why: NAN is a constant, so that static objects can be initialised with it.
#include <assert.h>
#include <math.h>
static double none = NAN;
static const struct { const char *name; float value; } table[] = { { "one", 1.0f }, { "none", NAN } };
int main(void)
{
    assert(none != none);
    assert(isnan(table[1].value));
    assert(!isnan(table[0].value));
    return 0;
}
