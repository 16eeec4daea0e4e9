/** The Session object (RFC 8620 §2). */
@NullMarked
package svc.core.session;

import org.jspecify.annotations.NullMarked;
