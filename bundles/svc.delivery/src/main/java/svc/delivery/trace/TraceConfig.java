package svc.delivery.trace;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [mail.trace]}. */
@ObjectClassDefinition(id = "svc.mail.trace", name = "Mail trace", description = "What svc mail trace can find")
@interface TraceConfig {

    @AttributeDefinition(
            description = "Days for which svc mail trace finds messages and refusals",
            min = "1",
            max = "3650",
            required = false)
    int days() default 30;

    @AttributeDefinition(
            description =
                    "Number of events that are stored; if there are more, the oldest are deleted. A million events"
                            + " need about 700 MB",
            min = "1000",
            required = false)
    long most_events() default 1_000_000;
}
