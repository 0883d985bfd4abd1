/* Loaded before the C library's malloc: the nth call from now on, of this thread, gets nothing. */
#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static __thread long left __attribute__((tls_model("initial-exec"))) = -1;

/* -1: none fails. */
void failing_malloc_after(long calls) { left = calls; }

/* Whether it has failed by now. */
int failing_malloc_is_over(void) { return left < 0; }

static int fails(void) {
    if (left < 0 || left-- > 0) return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return fails() ? NULL : __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { return fails() ? NULL : __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **out, size_t alignment, size_t size) {
    void *found = memalign(alignment, size);
    if (!found) return ENOMEM;
    *out = found;
    return 0;
}
