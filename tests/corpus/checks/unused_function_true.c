// expect: TRUE
// check: pointer
// why: what a function does that no run calls must not blur what others get

extern char *outside(void);

static char *skip(char *s)
{
    while (*s == ' ')
        s++;
    return s;
}

int never_called(void) { return *skip(outside()); }

int main(void)
{
    char s[3] = "  ";
    return *skip(s);
}
