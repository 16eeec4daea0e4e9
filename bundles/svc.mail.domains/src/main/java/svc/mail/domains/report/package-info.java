/** DMARC aggregate reports. */
@NullMarked
package svc.mail.domains.report;

import org.jspecify.annotations.NullMarked;
