/** The execution of one request: method calls, result references, creation ids, and limits (RFC 8620 §3). */
@NullMarked
package svc.core.dispatch;

import org.jspecify.annotations.NullMarked;
