package svc.auth;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** The configuration table {@code [auth]}. */
@ObjectClassDefinition(id = "svc.auth", name = "Auth", description = "Sign-ins and their protection")
@interface AuthConfig {

    @AttributeDefinition(
            description =
                    "Whether a DPoP proof must contain the server's nonce; the nonce then decides alone whether the"
                            + " proof is fresh",
            required = false)
    boolean dpop_nonce_required() default false;

    @AttributeDefinition(
            description =
                    "Treatment of a request without a valid proof in a session that is bound to a key: off accepts the"
                            + " request, monitor accepts and logs the request, require refuses the request",
            options = {
                @Option(label = "off", value = "off"),
                @Option(label = "monitor", value = "monitor"),
                @Option(label = "require", value = "require")
            },
            required = false)
    String dpop_resource() default "off";

    @AttributeDefinition(
            description =
                    "Which passwords a client may send with every request (HTTP Basic): off for none; app-passwords"
                            + " for app passwords, which are then also accepted as bearer tokens; all for app"
                            + " passwords and the account's password (formerly: true all, false off)",
            options = {
                @Option(label = "off", value = "off"),
                @Option(label = "app-passwords", value = "app-passwords"),
                @Option(label = "all", value = "all")
            },
            required = false)
    String basic() default "app-passwords";

    @AttributeDefinition(
            description =
                    "How long a sign-in may be refreshed before the password is needed again: off for no limit, or"
                            + " a number with m, h or d (form: age)",
            required = false)
    String max_session_age() default "off";
}
