// expect: TRUE
// check: overlap
// native: skip
// why: the end of a string is copied, too.
char *strcpy(char *, const char *);
int main(void)
{
    char b[8] = "abcdefg";
    strcpy(b, b + 4);
    return b[0];
}
