// expect: UNKNOWN: call of setlocale()
// why: In another locale other characters are letters.
#include <assert.h>
#include <ctype.h>
#include <locale.h>

int main(void) {
    setlocale(LC_ALL, "");
    assert(!isalpha(0xe4));
    return 0;
}
