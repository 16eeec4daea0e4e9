/** The mail trace: a record of refused mail, of deliveries and of later attempts, and the operation that shows it. */
@NullMarked
package svc.delivery.trace;

import org.jspecify.annotations.NullMarked;
