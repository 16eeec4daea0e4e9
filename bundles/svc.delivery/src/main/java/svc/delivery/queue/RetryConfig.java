package svc.delivery.queue;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The keys of the configuration table {@code [mail.out]} for retries, parsed by {@link RetrySchedule}. */
@ObjectClassDefinition(id = "svc.mail.out", name = "Retries", description = "Retries of the mail queue")
@interface RetryConfig {

    @AttributeDefinition(
            description = "Pause after the first attempt to deliver a message; each further pause is twice as long: a"
                    + " number with m, h or d",
            required = false)
    String retry_first() default "5m";

    @AttributeDefinition(
            description = "Longest pause between two attempts to deliver a message: a number with m, h or d",
            required = false)
    String retry_longest() default "4h";

    @AttributeDefinition(
            description = "Time after which the server stops trying and returns a message: a number with m, h or d",
            required = false)
    String retry_life() default "5d";
}
