// expect: TRUE
// engine ic3: UNKNOWN
// engine ic3cfa: UNKNOWN
// why: the number and its end are known where there are few digits; before, asking for the end was UNKNOWN

#include <stdlib.h>

extern void __VERIFIER_assert(int);

static double sum(const char *text)
{
    double total = 0;
    while (*text) {
        char *end;
        double value = strtod(text, &end);
        if (end == text)
            return -1;
        total += value;
        text = *end == ',' ? end + 1 : end;
    }
    return total;
}

int main(void)
{
    __VERIFIER_assert(sum("1.5,-0.25,3e2") == 301.25);
    __VERIFIER_assert(sum("0.1,0.2") == 0.1 + 0.2);
    __VERIFIER_assert(sum("1,x") == -1);
    char *end;
    __VERIFIER_assert(strtof(" 2.5e", &end) == 2.5f && *end == 'e');
    __VERIFIER_assert(strtold("-.5e-1x", &end) == -0.05L && *end == 'x');
    return 0;
}
