/**
 * DMARC aggregate reports (RFC 9990): those about messages from other domains, which the server sends once a day, and
 * those about its own domains, which other servers send.
 */
@NullMarked
package svc.mail.domains.report;

import org.jspecify.annotations.NullMarked;
