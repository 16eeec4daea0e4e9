/**
 * Push subscriptions (RFC 8620 §7.2): configuration and erasure. The sub-packages store the subscriptions, implement
 * the methods, and encrypt, sign and send the messages.
 */
@NullMarked
package svc.push.web;

import org.jspecify.annotations.NullMarked;
