/** Tests of quotas on the real store. */
@NullMarked
package svc.cap.quota;

import org.jspecify.annotations.NullMarked;
