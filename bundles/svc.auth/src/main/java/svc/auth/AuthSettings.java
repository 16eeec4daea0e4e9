package svc.auth;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;

/** What {@code [auth]} means. */
@Component(service = AuthRules.class, configurationPid = "svc.auth")
@Designate(ocd = AuthConfig.class)
public final class AuthRules {

    /** What becomes of a request of a bound session without a good proof. */
    enum Resource {
        /** Nobody looks. */
        OFF,
        /** It passes, and is logged. */
        MONITOR,
        /** It is refused. */
        REQUIRE
    }

    private final boolean nonceRequired;
    private final Resource resource;
    private final boolean basic;

    /** As the configuration has it. */
    @Activate
    public AuthRules(AuthConfig config) {
        this(
                config.dpop_nonce_required(),
                switch (config.dpop_resource()) {
                    case "monitor" -> Resource.MONITOR;
                    case "require" -> Resource.REQUIRE;
                    default -> Resource.OFF;
                },
                config.basic());
    }

    AuthRules(boolean nonceRequired, Resource resource, boolean basic) {
        this.nonceRequired = nonceRequired;
        this.resource = resource;
        this.basic = basic;
    }

    boolean nonceRequired() {
        return nonceRequired;
    }

    Resource resource() {
        return resource;
    }

    boolean basic() {
        return basic;
    }
}
