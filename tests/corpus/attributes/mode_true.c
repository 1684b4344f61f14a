// expect: TRUE
// why: the attribute mode gives an integer type another width

extern void reach_error(void);
typedef unsigned int byte __attribute__((__mode__(__QI__)));

int main(void)
{
    byte b = 255;
    b++;
    if (b != 0 || sizeof(byte) != 1)
        reach_error();
    return 0;
}
