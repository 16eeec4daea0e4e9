/** The status of each extension and the reason for a refusal. */
@NullMarked
package svc.extensions.status;

import org.jspecify.annotations.NullMarked;
