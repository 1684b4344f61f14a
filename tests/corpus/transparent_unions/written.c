// expect: UNKNOWN: address of a variable as an argument of accept()
// native: skip
// why: what is passed in a union may be written to, too

#define _GNU_SOURCE
#include <assert.h>
#include <sys/socket.h>

int main(void) {
    struct sockaddr address = { 0 };
    accept(3, &address, 0);
    assert(address.sa_family == 0);
    return 0;
}
