/** The resolver: queries to the configured servers, validation with DNSSEC, CNAME records, cache, health check. */
@NullMarked
package svc.dns;

import org.jspecify.annotations.NullMarked;
