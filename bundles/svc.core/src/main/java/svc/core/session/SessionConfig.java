package svc.core;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** What the session adds to the table {@code [server]}. */
@ObjectClassDefinition(id = "svc.server", name = "Session", description = "How the session names the server")
@interface SessionConfig {

    /** Paths alone. */
    String RELATIVE = "relative";

    @AttributeDefinition(
            description = "Whether the session's URLs are absolute, as most clients need them, or paths alone",
            options = {@Option(label = "absolute", value = "absolute"), @Option(label = "relative", value = "relative")
            })
    String session_urls() default "absolute";
}
