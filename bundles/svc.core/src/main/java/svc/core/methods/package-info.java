/**
 * The standard methods {@code /get}, {@code /changes}, {@code /set}, {@code /copy}, {@code /query} and {@code
 * /queryChanges} (RFC 8620 §5).
 */
@NullMarked
package svc.core.methods;

import org.jspecify.annotations.NullMarked;
