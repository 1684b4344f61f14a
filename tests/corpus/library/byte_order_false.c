// expect: FALSE
// why: The order of bytes is fixed; htonl was unknown.
#include <assert.h>
#include <arpa/inet.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(ntohl(htonl(x)) == x && htonl(1) == 0x1u && htons(0x1234) == 0x3412);
    return 0;
}
