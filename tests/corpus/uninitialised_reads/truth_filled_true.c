// expect: TRUE
// check: uninitialised
// native: skip
// why: memset fills a _Bool with a byte that is 1.
void *memset(void *, int, unsigned long);
struct flags { _Bool armed, ready; };
int main(void)
{
    struct flags f;
    memset(&f, 0x01, sizeof f);
    return f.ready;
}
