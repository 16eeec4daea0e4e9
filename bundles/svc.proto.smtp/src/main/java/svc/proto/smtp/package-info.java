/** SMTP (RFC 5321) for mail from other servers, submission (RFC 6409) and LMTP (RFC 2033). */
@NullMarked
package svc.proto.smtp;

import org.jspecify.annotations.NullMarked;
