/**
 * The check of the senders of messages from outside: SPF, DKIM, ARC and DMARC with {@code svc.mailauth}, the field
 * Authentication-Results, the policy of {@code [mail.auth]}, and the allowed mailing lists of tenants.
 */
@NullMarked
package svc.mail.verification;

import org.jspecify.annotations.NullMarked;
