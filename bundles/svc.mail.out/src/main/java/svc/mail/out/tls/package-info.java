/** The policies for TLS connections to other mail servers: DANE, MTA-STS and REQUIRETLS. */
@NullMarked
package svc.mail.out.tls;

import org.jspecify.annotations.NullMarked;
