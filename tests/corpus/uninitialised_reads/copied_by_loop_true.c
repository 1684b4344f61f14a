// expect: TRUE
// check: uninitialised
// why: The same by a loop over characters.
int main(void)
{
    short a[2], b[2];
    a[1] = 3;
    const char *from = (const char *)a;
    char *to = (char *)b;
    for (unsigned i = 0; i < sizeof a; i++)
        to[i] = from[i];
    return b[1];
}
