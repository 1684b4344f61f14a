// expect: TRUE
// why: the pragma counts at the closing brace, bit-fields run across units, a pop restores

extern void reach_error(void);

#pragma pack(push, 1)
struct dense {
    char tag;
    unsigned low : 20;
    unsigned high : 20;
    int value __attribute__((aligned(8)));
};
#pragma pack(pop)

struct sparse {
    char tag;
    unsigned low : 20;
    unsigned high : 20;
#pragma pack(push)
#pragma pack(2)
    int value;
};
#pragma pack(pop)

struct loose {
    char tag;
    int value;
};

int main(void)
{
    struct dense d = {1, 0xfffff, 0x12345, 7};
    unsigned char *p = (unsigned char *)&d;
    if (sizeof(struct dense) != 10 || sizeof(struct sparse) != 10 || sizeof(struct loose) != 8)
        reach_error();
    if (p[1] != 0xff || p[3] != 0x5f || p[6] != 7)
        reach_error();
    return 0;
}
