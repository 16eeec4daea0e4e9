package svc.mail.domains.report;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The key of the configuration table {@code [mail.auth]} about reports. */
@ObjectClassDefinition(id = "svc.mail.auth", name = "Reports", description = "DMARC aggregate reports")
@interface ReportConfig {

    @AttributeDefinition(
            description = "Whether the owners of other domains, if they ask for it in DNS, get a daily report about the"
                    + " messages in the name of their domain that arrived here (RFC 9990)",
            required = false)
    boolean reports() default true;
}
