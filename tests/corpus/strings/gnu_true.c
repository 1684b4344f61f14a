// expect: TRUE
// why: strsep, strchrnul, memmem and others of the GNU C library have models

#define _GNU_SOURCE
#include <inttypes.h>
#include <string.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    char text[] = "a,,bc";
    char *rest = text;
    int fields = 0;
    for (char *field; (field = strsep(&rest, ",")) != NULL;)
        fields = fields * 10 + (int) strlen(field);
    __VERIFIER_assert(fields == 102);
    const char *s = "key=value";
    __VERIFIER_assert(strchrnul(s, '=') - s == 3 && *strchrnul(s, '#') == 0);
    __VERIFIER_assert((char *) memmem(s, 9, "val", 3) - s == 4);
    __VERIFIER_assert(memmem(s, 6, "val", 3) == NULL);
    __VERIFIER_assert((char *) memrchr(s, 'e', 9) - s == 8);
    __VERIFIER_assert(strcasestr(s, "VALUE") == s + 4);
    char copy[8];
    __VERIFIER_assert(stpncpy(copy, "ab", 4) == copy + 2 && copy[3] == 0);
    __VERIFIER_assert((char *) memccpy(copy, "xyz", 'y', 3) == copy + 2 && copy[1] == 'y');
    __VERIFIER_assert(strtoimax("-12", NULL, 10) == -12 && strtoumax("f", NULL, 16) == 15);
    return 0;
}
