// expect: TRUE
// check: overlap
// native: skip
// why: memcpy between areas that touch, and between areas that overlap.
void *memcpy(void *, const void *, unsigned long);
int main(void)
{
    char b[8] = "abcdefg";
    memcpy(b + 4, b, 4);
    return b[2];
}
