// expect: TRUE
// check: overlap
// native: skip
// why: memmove may do what memcpy may not.
void *memmove(void *, const void *, unsigned long);
int main(void)
{
    char b[8] = "abcdefg";
    memmove(b + 1, b, 4);
    return b[2];
}
