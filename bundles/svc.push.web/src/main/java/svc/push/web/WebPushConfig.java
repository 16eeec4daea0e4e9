package svc.push.web;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The keys of the table {@code [push]} for push subscriptions. */
@ObjectClassDefinition(
        id = "svc.push",
        name = "Web push",
        description = "Messages to push services that notify clients of changes")
public @interface WebPushConfig {

    @AttributeDefinition(
            description = "Whether push subscriptions can use private addresses and plain http, for trials",
            required = false)
    boolean allow_private_targets() default false;

    @AttributeDefinition(
            description =
                    "Contact that push services can use in case of problems with messages of this server: an https or mailto"
                            + " URL; empty for none",
            required = false)
    String contact() default "";
}
