/**
 * Verification of the sender of a message: SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 9989), ARC (RFC 8617) and the
 * header field Authentication-Results (RFC 8601). Signatures of DKIM and seals of ARC for outgoing messages. A library without services and state; its only input and output is the
 * resolver that the caller supplies.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.mailauth;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
