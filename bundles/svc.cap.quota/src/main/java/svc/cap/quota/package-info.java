/**
 * Quotas of accounts (RFC 9425): an account with a limit has one quota, other accounts have none. The bundle that
 * stores blobs counts the usage and enforces the limit.
 */
@NullMarked
package svc.cap.quota;

import org.jspecify.annotations.NullMarked;
