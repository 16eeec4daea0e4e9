/** The periodic checks of the domains of this server and of registered domains. */
@NullMarked
package svc.mail.domains.rounds;

import org.jspecify.annotations.NullMarked;
