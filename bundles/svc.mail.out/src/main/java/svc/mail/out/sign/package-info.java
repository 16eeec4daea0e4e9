/** The keys and signatures of messages that leave the server. */
@NullMarked
package svc.mail.out.sign;

import org.jspecify.annotations.NullMarked;
