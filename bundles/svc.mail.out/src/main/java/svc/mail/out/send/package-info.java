/** The SMTP client: routes to the servers of a domain, connections, and the transport of the queue. */
@NullMarked
package svc.mail.out.send;

import org.jspecify.annotations.NullMarked;
