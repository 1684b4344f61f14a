// expect: TRUE
// why: Every class of the header against what the standard says, for EOF and all characters.
#include <assert.h>
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    if (c < -1 || c > 255)
        return 0;
    assert(!isalpha(c) == !(isupper(c) || islower(c)));
    assert(!isalnum(c) == !(isalpha(c) || isdigit(c)));
    assert(!isgraph(c) == !(isalnum(c) || ispunct(c)));
    assert(!isprint(c) == !(isgraph(c) || c == ' '));
    assert(!isblank(c) == !(c == ' ' || c == '\t'));
    assert(!isspace(c) == !(c == ' ' || (c >= '\t' && c <= '\r')));
    assert(!iscntrl(c) == !((c >= 0 && c < 32) || c == 127));
    assert(!isxdigit(c) == !(isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
    return 0;
}
