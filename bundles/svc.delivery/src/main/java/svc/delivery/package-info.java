/**
 * Mail delivery: messages from outside, the durable queue, and filing in the accounts of this server. This package
 * contains the name of the server in mail, and the erasure of an account.
 */
@NullMarked
package svc.delivery;

import org.jspecify.annotations.NullMarked;
