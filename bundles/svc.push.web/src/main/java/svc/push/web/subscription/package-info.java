/** Push subscriptions and their rows. */
@NullMarked
package svc.push.web.subscription;

import org.jspecify.annotations.NullMarked;
