/**
 * Quotas of accounts (RFC 9425): one for an account with a limit, none for others. The bundle that stores blobs counts
 * and enforces.
 */
@NullMarked
package svc.cap.quota;

import org.jspecify.annotations.NullMarked;
