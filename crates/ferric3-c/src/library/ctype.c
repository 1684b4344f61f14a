// <ctype.h> in the C locale, for EOF and the values of unsigned char. Only that a result is not
// zero is specified; the values are those of the GNU C library.

int isupper(int c) {
    return (c >= 'A' && c <= 'Z') ? 256 : 0;
}

int islower(int c) {
    return (c >= 'a' && c <= 'z') ? 512 : 0;
}

int isalpha(int c) {
    return ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) ? 1024 : 0;
}

int isdigit(int c) {
    return (c >= '0' && c <= '9') ? 2048 : 0;
}

int isxdigit(int c) {
    return ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) ? 4096 : 0;
}

int isspace(int c) {
    return (c == ' ' || (c >= 9 && c <= 13)) ? 8192 : 0;
}

int isprint(int c) {
    return (c >= 32 && c <= 126) ? 16384 : 0;
}

int isgraph(int c) {
    return (c > 32 && c <= 126) ? 32768 : 0;
}

int isblank(int c) {
    return (c == ' ' || c == 9) ? 1 : 0;
}

int iscntrl(int c) {
    return ((c >= 0 && c < 32) || c == 127) ? 2 : 0;
}

int isalnum(int c) {
    return ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) ? 8 : 0;
}

int ispunct(int c) {
    int alphanumeric = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    return c > 32 && c <= 126 && !alphanumeric ? 4 : 0;
}

int isascii(int c) {
    return (c & ~127) == 0;
}

int tolower(int c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

int toupper(int c) {
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}
