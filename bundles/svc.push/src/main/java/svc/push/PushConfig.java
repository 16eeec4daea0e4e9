package svc.push;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The table {@code [push]}. */
@ObjectClassDefinition(id = "svc.push", name = "Push", description = "Streams that tell clients of changes")
@interface PushConfig {

    @AttributeDefinition(
            description = "Streams and sockets that an account may have open at once",
            min = "1",
            max = "10000",
            required = false)
    int streams_per_account() default 32;
}
