// expect: UNKNOWN: #pragma scalar_storage_order
// why: the bytes of members are in the other order; the pragma was ignored

extern void __VERIFIER_assert(int);

#pragma scalar_storage_order big-endian
struct word {
    unsigned short value;
};
#pragma scalar_storage_order default

int main(void)
{
    union {
        struct word word;
        unsigned char bytes[2];
    } u = {{0x1234}};
    __VERIFIER_assert(u.bytes[0] == 0x34);
    return 0;
}
