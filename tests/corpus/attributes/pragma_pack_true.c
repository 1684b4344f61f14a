// expect: TRUE
// why: packing changes sizeof; ignoring it would call this program unsafe

extern void reach_error(void);

#pragma pack(1)
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
