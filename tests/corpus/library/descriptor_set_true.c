// expect: TRUE
// options: -D__OPTIMIZE__=2 -U__NO_INLINE__ -D_FORTIFY_SOURCE=2
// why: FD_SET and its like are expressions over an array.
#include <assert.h>
#include <sys/select.h>

int main(void) {
    fd_set s;
    FD_ZERO(&s);
    FD_SET(70, &s);
    assert(FD_ISSET(70, &s) && !FD_ISSET(71, &s));
    FD_CLR(70, &s);
    assert(!FD_ISSET(70, &s));
    return 0;
}
