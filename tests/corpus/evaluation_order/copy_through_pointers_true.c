// expect: TRUE
// check: order
// why: *p++ = *q++ is defined: each pointer changes once

int main(void)
{
    char a[3] = "ab", b[3];
    char *p = b, *q = a;
    while ((*p++ = *q++)) {
    }
    return b[0];
}
