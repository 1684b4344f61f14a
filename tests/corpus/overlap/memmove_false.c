// expect: FALSE
// check: overlap
// native: skip
// why: memmove may do what memcpy may not.
void *memcpy(void *, const void *, unsigned long);
int main(void)
{
    char b[8] = "abcdefg";
    memcpy(b + 1, b, 4);
    return b[2];
}
