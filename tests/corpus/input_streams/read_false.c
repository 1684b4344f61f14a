// expect: FALSE
// native: skip
// why: read fills no more than it is asked for, and 0 bytes mean the end.
#include <assert.h>
#include <unistd.h>
int main(void)
{
    char bytes[4] = "xyz";
    long count = read(0, bytes, 2);
    assert(count >= -1 && count <= 2);
    assert(bytes[1] == 'y');
    if (count == 0)
        assert(read(0, bytes, 1) <= 0);
    return 0;
}
