// schoku includes this header of Windows compilers. It needs only these functions.
#include <x86intrin.h>

static inline unsigned short __popcnt16(unsigned short bits) { return __builtin_popcount(bits); }

static inline unsigned char _bittestandreset(int *bits, int index) {
    const unsigned char before = *bits >> index & 1;
    *bits &= ~(1u << index);
    return before;
}

static inline unsigned char _bittestandreset64(long long *bits, long long index) {
    const unsigned char before = *bits >> index & 1;
    *bits &= ~(1ull << index);
    return before;
}
