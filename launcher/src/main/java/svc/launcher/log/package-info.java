/** The configuration of logging, the redaction of credentials, and the newest lines and a summary of the log. */
@NullMarked
package svc.launcher.log;

import org.jspecify.annotations.NullMarked;
