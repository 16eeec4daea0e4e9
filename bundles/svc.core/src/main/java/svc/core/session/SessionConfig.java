package svc.core.session;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** The keys of the configuration table {@code [server]} that concern the session. */
@ObjectClassDefinition(id = "svc.server", name = "Session", description = "URLs in the JMAP session")
@interface SessionConfig {

    /** The value for URLs that are paths without scheme and host. */
    String RELATIVE = "relative";

    @AttributeDefinition(
            description = "Form of the URLs in the session: absolute, as most clients need them, or paths only",
            options = {@Option(label = "absolute", value = "absolute"), @Option(label = "relative", value = "relative")
            })
    String session_urls() default "absolute";
}
