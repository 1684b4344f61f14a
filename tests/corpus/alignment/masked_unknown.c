// expect: UNKNOWN: alignment of an object that is declared with less
// check: alignment
// native: skip
// why: an address that was rounded by hand is aligned wherever the array is; it was called misaligned.
int main(void)
{
    char x[16] = { 0 };
    int *p = (int *)(((unsigned long)x + 3) & ~3ul);
    *p = 1;
    return x[0];
}
