// expect: TRUE
// check: pointer
// native: skip
// why: a loop to the end of an argument stays in it

int main(int argc, char *argv[])
{
    int n = 0;
    if (argc != 2)
        return 0;
    for (const char *s = argv[1]; n < 3 && *s; s++)
        n++;
    return n > 3;
}
