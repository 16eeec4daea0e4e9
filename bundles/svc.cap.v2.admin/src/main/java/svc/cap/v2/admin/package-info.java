/** The capability of administrators: the health reports over JMAP. */
@NullMarked
package svc.cap.v2.admin;

import org.jspecify.annotations.NullMarked;
