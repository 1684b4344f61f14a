// expect: FALSE
// check: pointer
// native: skip
// why: a loop that does not look for the end leaves the argument

int main(int argc, char *argv[])
{
    int n = 0;
    if (argc != 2)
        return 0;
    for (const char *s = argv[1]; n < 3 && *s != 'x'; s++)
        n++;
    return n > 3;
}
