/** Files messages in the accounts of this server: the copies, the plans of the filters, and the record of recent deliveries. */
@NullMarked
package svc.delivery.filing;

import org.jspecify.annotations.NullMarked;
