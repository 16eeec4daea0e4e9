package svc.delivery.queue;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The keys of the configuration table {@code [mail.out]} for the queue: {@link RetrySchedule} and {@link BounceLimit}. */
@ObjectClassDefinition(id = "svc.mail.out", name = "Queue", description = "Retries and limits of the mail queue")
@interface QueueConfig {

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

    @AttributeDefinition(
            description =
                    "An account may not send for now if other servers have refused more than this percentage of its"
                            + " last 50 recipients within a day; 100 switches this off",
            min = "1",
            max = "100",
            required = false)
    int max_bounce_percent() default 30;
}
