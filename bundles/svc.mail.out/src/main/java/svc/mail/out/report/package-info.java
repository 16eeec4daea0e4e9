/** Counts the results of TLS sessions, and sends a report about each day to the domains that ask for it (RFC 8460). */
@NullMarked
package svc.mail.out.report;

import org.jspecify.annotations.NullMarked;
