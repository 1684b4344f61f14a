// expect: TRUE
// native: skip
// why: bind() of <sys/socket.h> has such a parameter with _GNU_SOURCE

#define _GNU_SOURCE
#include <assert.h>
#include <netdb.h>
#include <sys/socket.h>

static int attach(int descriptor, struct addrinfo *info) {
    return bind(descriptor, info->ai_addr, info->ai_addrlen);
}

int main(void) {
    struct sockaddr address = { 0 };
    struct addrinfo info = { .ai_addr = &address, .ai_addrlen = sizeof address };
    int result = attach(3, &info);
    assert(result >= -1);
    return 0;
}
