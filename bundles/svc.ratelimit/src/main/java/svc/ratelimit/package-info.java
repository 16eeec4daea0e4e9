/** The rate limiter and its metrics. */
@NullMarked
package svc.ratelimit;

import org.jspecify.annotations.NullMarked;
