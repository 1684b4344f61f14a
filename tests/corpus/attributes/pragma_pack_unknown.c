// expect: UNKNOWN: #pragma pack(pop)
// why: nothing was pushed; compilers go on with a warning, but what the author wanted is not known

extern void reach_error(void);

#pragma pack(pop)
struct record {
    char tag;
    int value;
};

int main(void)
{
    if (sizeof(struct record) != 8)
        reach_error();
    return 0;
}
