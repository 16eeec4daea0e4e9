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
}
