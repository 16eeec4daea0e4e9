/** The HTTP routes of JMAP: the API and the session. */
@NullMarked
package svc.core.http;

import org.jspecify.annotations.NullMarked;
