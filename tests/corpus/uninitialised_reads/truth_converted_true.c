// expect: TRUE
// check: uninitialised
// native: skip
// why: a conversion to _Bool gives 0 or 1, a copy of the byte does not.
void *memcpy(void *, const void *, unsigned long);
int main(void)
{
    unsigned char c[2] = {0, 2};
    _Bool b = (_Bool)c[1];
    if (b != 1) b = *(_Bool *)&c[1];
    return b;
}
