/**
 * Mailboxes, threads and messages of an account (RFC 8621), in tables of its own: what lists and counts need is in narrow rows,
 * what a message says was read once, when it arrived, and its bytes are a blob.
 */
@NullMarked
package svc.cap.mail;

import org.jspecify.annotations.NullMarked;
