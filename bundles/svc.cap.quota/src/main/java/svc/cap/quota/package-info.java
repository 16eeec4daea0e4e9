/**
 * How much an account may keep and how much it uses, as clients see it (RFC 9425): one quota where something limits the account, none
 * elsewhere. What is counted and refused is decided where bytes are kept.
 */
@NullMarked
package svc.cap.quota;

import org.jspecify.annotations.NullMarked;
