// <arpa/inet.h> and <sys/select.h>: what the byte order and the data model decide.

unsigned htonl(unsigned x) {
    return __builtin_bswap32(x);
}

unsigned ntohl(unsigned x) {
    return __builtin_bswap32(x);
}

unsigned short htons(unsigned short x) {
    return __builtin_bswap16(x);
}

unsigned short ntohs(unsigned short x) {
    return __builtin_bswap16(x);
}

// The word of a set of file descriptors that has the bit of a descriptor.
long __fdelt_chk(long d) {
    if (d < 0 || d >= 1024)
        __builtin_abort();
    return d / (8 * (long) sizeof(long));
}
