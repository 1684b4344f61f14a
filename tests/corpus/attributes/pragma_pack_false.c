// expect: FALSE
// why: members may be aligned to two bytes, so there is a gap

extern void reach_error(void);

#pragma pack(2)
struct record {
    char tag;
    int value;
};

int main(void)
{
    if (sizeof(struct record) != 5)
        reach_error();
    return 0;
}
