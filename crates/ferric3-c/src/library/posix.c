// <unistd.h> and <stdio.h> of POSIX: input by descriptors, and lines of any length. The bytes of
// standard input are inputs; those of other descriptors are known only roughly, because they may
// come from anywhere, such as a file that was read or written before.

__typeof__(read(0, 0, 0)) read(int descriptor, void *to, __library_size n) {
    char *bytes = to;
    __library_size i = 0;
    if (n == 0)
        return 0;
    if (__library_may_fail())
        return __library_error();
    if (__library_buffered[0])
        __library_again[0] = 1;
    while (i < n) {
        int c;
        if (descriptor == 0 && __library_finished[0])
            break;
        c = __library_byte(descriptor != 0 || __library_again[0]);
        if (c < 0) {
            if (descriptor == 0)
                __library_finished[0] = 1;
            break;
        }
        bytes[i++] = (char) c;
        if (__library_may_stop())
            break;
    }
    return i;
}

int close(int descriptor) {
    if (descriptor == 0)
        __library_again[0] = 1;
    return __library_may_fail() ? __library_error() : 0;
}

int dup2(int from, int to) {
    if (to == 0)
        __library_again[0] = 1;
    return __library_may_fail() ? __library_error() : to;
}

__typeof__(lseek(0, 0, 0)) lseek(int descriptor, __typeof__(lseek(0, 0, 0)) offset, int from) {
    __typeof__(lseek(0, 0, 0)) position = __library_known_offset();
    __library_assume(position >= 0);
    if (__library_may_fail())
        return __library_error();
    __library_again[0] = 1;
    __library_finished[0] = 0;
    return position;
}

__library_offset lseek64(int descriptor, __library_offset offset, int from) {
    __library_offset position = __library_known_offset();
    __library_assume(position >= 0);
    if (__library_may_fail())
        return __library_error();
    __library_again[0] = 1;
    __library_finished[0] = 0;
    return position;
}

// By how much a buffer grows is up to the library.
__typeof__(getdelim(0, 0, 0, 0)) getdelim(char **line, __library_size *n, int end, struct _IO_FILE *file) {
    int stream = __library_stream(file);
    __library_size i = 0;
    int c;
    if (*line == 0 || *n == 0) {
        *n = 120;
        *line = __builtin_malloc(120);
    }
    do {
        if (i + 2 > *n) {
            __library_size room = (__library_size) __library_known_number();
            __library_assume(room >= i + 2 && room >= *n && room <= 2 * i + 120);
            *line = __builtin_realloc(*line, room);
            *n = room;
        }
        c = __library_get(stream);
        if (c == -2 || (c == -1 && i == 0))
            return -1;
        if (c == -1)
            break;
        (*line)[i++] = (char) c;
    } while (c != end);
    (*line)[i] = 0;
    return i;
}

__typeof__(getline(0, 0, 0)) getline(char **line, __library_size *n, struct _IO_FILE *file) {
    return getdelim(line, n, '\n', file);
}
