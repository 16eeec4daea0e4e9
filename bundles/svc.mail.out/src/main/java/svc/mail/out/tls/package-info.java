/** The policies for TLS connections to other mail servers: DANE, MTA-STS and the TLS reports. */
@NullMarked
package svc.mail.out.tls;

import org.jspecify.annotations.NullMarked;
