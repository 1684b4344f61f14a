// expect: UNKNOWN: attribute `gnu::packed`
// why: An attribute between brackets may change a layout, too.
#include <assert.h>
struct frame {
    char kind;
    [[gnu::packed]] int length;
};
int main(void)
{
    assert(sizeof(struct frame) == 5);
    return 0;
}
