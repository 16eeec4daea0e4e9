/** Rates of requests by address and by account. */
@NullMarked
package svc.ratelimit.rates;

import org.jspecify.annotations.NullMarked;
