/**
 * The durable queue of messages: what it took it brings to the accounts of this server, each message once, keeps what must wait, and
 * tells the sender what it gave up.
 */
@NullMarked
package svc.delivery;

import org.jspecify.annotations.NullMarked;
