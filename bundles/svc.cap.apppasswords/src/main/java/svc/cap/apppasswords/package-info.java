/** The capability to create, list and revoke app passwords. The bundle that signs users in stores the app passwords. */
@NullMarked
package svc.cap.apppasswords;

import org.jspecify.annotations.NullMarked;
