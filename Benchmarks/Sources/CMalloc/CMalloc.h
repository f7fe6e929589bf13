// What Swift's Glibc module leaves out.
#include <malloc.h>
