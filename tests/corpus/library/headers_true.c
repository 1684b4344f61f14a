// expect: TRUE
// options: -D_GNU_SOURCE -D__OPTIMIZE__=2 -U__NO_INLINE__ -D_FORTIFY_SOURCE=2
// why: What headers declare and define for the optimiser is harmless if nobody calls it.
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <tgmath.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
    assert(strtol("12", 0, 10) == 12);
    return 0;
}
