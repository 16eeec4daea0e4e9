/**
 * Principals and share notifications (RFC 9670). The principals of a tenant are stored once, in the scope of the tenant;
 * share notifications are stored in the accounts of their recipients.
 */
@NullMarked
package svc.cap.principals;

import org.jspecify.annotations.NullMarked;
