/** Registers the rate limiter, its metrics, and the erasure of the data of an account. */
@NullMarked
package svc.ratelimit;

import org.jspecify.annotations.NullMarked;
