/** Records and files that a domain publishes: DNS records, the MTA-STS policy, the configuration of mail programs. */
@NullMarked
package svc.mail.domains.publish;

import org.jspecify.annotations.NullMarked;
