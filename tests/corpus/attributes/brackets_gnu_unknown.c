// expect: UNKNOWN: attribute `gnu::constructor`
// why: GNU attributes in the notation of C23 were dropped, whatever they do.
#include <assert.h>
static int ready;
[[gnu::constructor]] static void prepare(void)
{
    ready = 1;
}
int main(void)
{
    assert(ready == 1);
    return 0;
}
