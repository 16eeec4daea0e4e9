package svc.auth;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** The table {@code [auth]} of the configuration. */
@ObjectClassDefinition(id = "svc.auth", name = "Auth", description = "Sign-ins and what they are protected with")
@interface AuthConfig {

    @AttributeDefinition(
            description =
                    "Whether a DPoP proof must carry the server's nonce, which then alone decides whether it is fresh",
            required = false)
    boolean dpop_nonce_required() default false;

    @AttributeDefinition(
            description =
                    "What becomes of a request of a key-bound session without a good proof: off lets it pass, monitor"
                            + " lets it pass and logs it, require refuses it",
            options = {
                @Option(label = "off", value = "off"),
                @Option(label = "monitor", value = "monitor"),
                @Option(label = "require", value = "require")
            },
            required = false)
    String dpop_resource() default "off";

    @AttributeDefinition(
            description = "Whether JMAP clients may present an address with the password or an app password on every"
                    + " request (HTTP Basic)",
            required = false)
    boolean basic() default false;
}
