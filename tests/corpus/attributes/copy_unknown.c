// expect: UNKNOWN: attribute `copy`
// why: A copied attribute may be one that changes a layout.
#include <assert.h>
struct frame {
    char kind;
    int length;
} __attribute__((packed));
struct reply {
    char kind;
    int length;
} __attribute__((copy((struct frame *)0)));
int main(void)
{
    assert(sizeof(struct reply) == 5);
    return 0;
}
