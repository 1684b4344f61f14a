// expect: UNKNOWN: #pragma scalar_storage_order big-endian
// why: Without directives no preprocessor makes lines of _Pragma; all but `pack` were dropped.
void reach_error(void);
_Pragma("scalar_storage_order big-endian") struct frame { int length; };
int main(void)
{
    union { struct frame frame; char bytes[4]; } all;
    all.frame.length = 1;
    if (all.bytes[3] != 1)
        reach_error();
    return 0;
}
