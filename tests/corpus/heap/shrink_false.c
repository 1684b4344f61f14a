// expect: FALSE
// why: The last call moves an object that the calls of the loop resize in place; there was no end to its moving.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    double *samples = 0;
    int room = 1;
    for (int i = 0; i < 3; i++) {
        room *= 2;
        samples = realloc(samples, room * sizeof *samples);
        samples[i] = i;
    }
    samples = realloc(samples, 3 * sizeof *samples);
    assert(samples[2] == 3);
    free(samples);
    return 0;
}
