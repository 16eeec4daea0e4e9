/**
 * Owns push subscriptions (RFC 8620 §7.2): who made them, what is sent to them, sealed and signed, and where it must not be sent.
 */
@NullMarked
package svc.push.web;

import org.jspecify.annotations.NullMarked;
