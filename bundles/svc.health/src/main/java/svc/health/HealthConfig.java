package svc.health;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [health]}. */
@ObjectClassDefinition(id = "svc.health", name = "Health", description = "Notices about failures of health checks")
@interface HealthConfig {

    /** The dollar sign is not part of the key: {@link Object} has a method {@code notify}. */
    @AttributeDefinition(
            description = "Addresses that get a mail when a health check fails, and another one when the failure is"
                    + " over; if empty, only the log contains them (form: mail address)",
            required = false)
    String[] notify$() default {};
}
