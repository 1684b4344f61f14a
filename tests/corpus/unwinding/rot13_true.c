// expect: TRUE
// engine bmc: UNKNOWN
// engine kind: UNKNOWN
// engine ic3cfa: UNKNOWN
// engine ic3: UNKNOWN
// why: a loop over a string of known length, with a choice for each character

extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assert(int);

static void rot13(char *s)
{
    for (; *s; s++) {
        if (*s >= 'a' && *s <= 'z')
            *s = (char)((*s - 'a' + 13) % 26 + 'a');
        else if (*s >= 'A' && *s <= 'Z')
            *s = (char)((*s - 'A' + 13) % 26 + 'A');
    }
}

int main(void)
{
    char s[4], t[4];
    for (int i = 0; i < 3; i++)
        t[i] = s[i] = __VERIFIER_nondet_char();
    t[3] = s[3] = 0;
    rot13(s);
    rot13(s);
    for (int i = 0; i < 4; i++)
        __VERIFIER_assert(s[i] == t[i]);
    return 0;
}
