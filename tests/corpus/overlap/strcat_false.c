// expect: FALSE
// check: overlap
// native: skip
// why: a string behind the other one, and a part of it.
char *strcat(char *, const char *);
int main(void)
{
    char b[8] = "a\0b";
    strcat(b, b + 2);
    return b[0];
}
