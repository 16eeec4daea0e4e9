package svc.telemetry;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [telemetry]}. */
@ObjectClassDefinition(
        id = "svc.telemetry",
        name = "Telemetry",
        description = "Usage reports: a random id, the version and sums of counters; no addresses, domains or names")
@interface TelemetryConfig {

    @AttributeDefinition(
            description = "Whether the server sends a usage report 15 minutes after its start, and then daily",
            required = false)
    boolean enabled() default false;

    @AttributeDefinition(
            description = "URL that receives the reports. `svc telemetry show` prints the next one",
            required = false)
    String endpoint() default "";
}
