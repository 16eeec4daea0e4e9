package svc.delivery;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [mail]}. */
@ObjectClassDefinition(id = "svc.mail", name = "Mail", description = "The server as a mail server")
public @interface MailConfig {

    @AttributeDefinition(
            description = "Name of this server in Received fields and delivery status notifications; if empty, the host"
                    + " of [server] public_url or the name of the machine",
            required = false)
    String hostname() default "";

    @AttributeDefinition(
            description = "Address that gets the mail to postmaster and abuse of all domains; if empty, the first"
                    + " administrator of the domain's organization, or the first operator of the server",
            required = false)
    String postmaster() default "";

    @AttributeDefinition(
            description = "Hours after which the sender of a message is notified that it is not delivered yet; 0 for no"
                    + " notification",
            min = "0",
            max = "119",
            required = false)
    int delay_notice_hours() default 4;
}
