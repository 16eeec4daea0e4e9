package svc.mail.out;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [mail.out]}. */
@ObjectClassDefinition(id = "svc.mail.out", name = "Mail out", description = "Mail to other servers")
public @interface MailOutConfig {

    @AttributeDefinition(
            description = "Verify the servers of domains with DANE records (RFC 7672). DANE needs DNS answers with"
                    + " signatures; see [dns] dnssec",
            required = false)
    boolean dane() default true;

    @AttributeDefinition(
            description = "Verify the servers of domains with an MTA-STS policy (RFC 8461)",
            required = false)
    boolean mta_sts() default true;

    @AttributeDefinition(
            description = "Send a report about the TLS connections of a day to the domains that ask for it (RFC 8460)",
            required = false)
    boolean tls_reports() default true;

    @AttributeDefinition(
            description = "Port of other mail servers; a value other than 25 is for tests",
            min = "1",
            max = "65535",
            required = false)
    int port() default 25;

    @AttributeDefinition(
            description = "Whether mail can be sent to private addresses and to this machine, for trials and closed"
                    + " networks. If false, a server with such an address is a mail loop",
            required = false)
    boolean allow_private() default false;
}
