#ifndef PANDO_CZEROMQ_H
#define PANDO_CZEROMQ_H

// Beside libzmq itself: Swift's Glibc module leaves eventfd out.
#include <sys/eventfd.h>
#include <zmq.h>

#endif
