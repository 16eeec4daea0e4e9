package svc.push.web;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The part of the table {@code [push]} that is about push subscriptions. */
@ObjectClassDefinition(
        id = "svc.push",
        name = "Web push",
        description = "Messages to push services that tell clients of changes")
@interface WebPushConfig {

    @AttributeDefinition(
            description =
                    "Whether push subscriptions may lead to this machine and its network, and over http too: for trying out",
            required = false)
    boolean allow_private_targets() default false;

    @AttributeDefinition(
            description =
                    "What push services are told to write to when messages of this server trouble them: an https or mailto"
                            + " URL; empty to tell nothing",
            required = false)
    String contact() default "";
}
