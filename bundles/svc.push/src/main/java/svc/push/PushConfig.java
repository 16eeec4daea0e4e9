package svc.push;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The table {@code [push]}. */
@ObjectClassDefinition(id = "svc.push", name = "Push", description = "Event streams that notify clients of changes")
@interface PushConfig {

    @AttributeDefinition(
            description = "Concurrent event streams and WebSockets of an account",
            min = "1",
            max = "10000",
            required = false)
    int streams_per_account() default 32;

    @AttributeDefinition(
            description =
                    "Whether clients are also notified of changes in accounts that are shared with the user and of"
                            + " changes of principals",
            required = false)
    boolean shared_accounts() default false;
}
