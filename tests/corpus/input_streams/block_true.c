// expect: TRUE
// native: skip
// why: fread says how much it has read.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    unsigned short block[2] = {7, 7};
    FILE *file = fopen("data", "rb");
    if (file == NULL)
        return 0;
    size_t count = fread(block, sizeof block[0], 2, file);
    assert(count <= 2);
    if (count == 0)
        assert(block[1] == 7);
    fclose(file);
}
