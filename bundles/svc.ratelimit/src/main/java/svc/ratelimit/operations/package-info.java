/** Operations on bans and on trusted networks. */
@NullMarked
package svc.ratelimit.operations;

import org.jspecify.annotations.NullMarked;
