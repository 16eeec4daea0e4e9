package svc.mail.domains.publish;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** The configuration table {@code [mail.domains]}, parsed by {@link MtaStsPolicy}. */
@ObjectClassDefinition(id = "svc.mail.domains", name = "Domains", description = "What the mail domains publish")
@interface PublishConfig {

    @AttributeDefinition(
            description =
                    "The mode of the MTA-STS policy of all domains: enforce makes other servers send mail only over"
                            + " TLS with a valid certificate; testing makes them only report failures; none ends an earlier"
                            + " policy",
            options = {
                @Option(label = "enforce", value = "enforce"),
                @Option(label = "testing", value = "testing"),
                @Option(label = "none", value = "none")
            },
            required = false)
    String mta_sts() default "testing";

    @AttributeDefinition(
            description = "Seconds for which other servers keep the MTA-STS policy",
            min = "0",
            max = "31557600",
            required = false)
    int mta_sts_max_age() default 604_800;
}
