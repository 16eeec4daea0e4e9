/** Delivery attempts of queued messages: the results, the retries and the notifications of the senders. */
@NullMarked
package svc.delivery.attempt;

import org.jspecify.annotations.NullMarked;
