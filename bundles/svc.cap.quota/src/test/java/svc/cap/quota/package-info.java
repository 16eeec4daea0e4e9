/** Tests of quotas: on the tables of the real store. */
@NullMarked
package svc.cap.quota;

import org.jspecify.annotations.NullMarked;
