package svc.auth;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;

/** The parsed configuration table {@code [auth]}. */
@Component(service = AuthSettings.class, configurationPid = "svc.auth")
@Designate(ocd = AuthConfig.class)
public final class AuthSettings {

    /** The treatment of requests without a valid proof, in a session that is bound to a key. */
    public enum Resource {
        /** Proofs are not checked. */
        OFF,
        /** The request is accepted and logged. */
        MONITOR,
        /** The request is refused. */
        REQUIRE
    }

    /** The passwords that are accepted with every request. */
    public enum Basic {
        /** No password. */
        OFF,
        /** App passwords, also as bearer tokens. */
        APP_PASSWORDS,
        /** App passwords and account passwords. */
        ALL
    }

    private final boolean nonceRequired;
    private final Resource resource;
    private final Basic basic;
    private final Optional<Duration> maxSessionAge;

    @Activate
    public AuthSettings(AuthConfig config) {
        this(
                config.dpop_nonce_required(),
                switch (config.dpop_resource()) {
                    case "monitor" -> Resource.MONITOR;
                    case "require" -> Resource.REQUIRE;
                    default -> Resource.OFF;
                },
                switch (config.basic()) {
                    case "off" -> Basic.OFF;
                    case "all" -> Basic.ALL;
                    default -> Basic.APP_PASSWORDS;
                },
                age(config.max_session_age()));
    }

    public AuthSettings(boolean nonceRequired, Resource resource, Basic basic) {
        this(nonceRequired, resource, basic, Optional.empty());
    }

    public AuthSettings(boolean nonceRequired, Resource resource, Basic basic, Optional<Duration> maxSessionAge) {
        this.nonceRequired = nonceRequired;
        this.resource = resource;
        this.basic = basic;
        this.maxSessionAge = maxSessionAge;
    }

    /** Parses a duration such as {@code 12h}; empty for {@code off}. The launcher has validated the text. */
    public static Optional<Duration> age(String text) {
        if (text.equals("off")) {
            return Optional.empty();
        }
        long number = Long.parseLong(text.substring(0, text.length() - 1));
        return Optional.of(
                switch (text.charAt(text.length() - 1)) {
                    case 'm' -> Duration.ofMinutes(number);
                    case 'h' -> Duration.ofHours(number);
                    default -> Duration.ofDays(number);
                });
    }

    /** Returns the given time, or the end of the maximum session age if that is earlier. */
    public Instant notAfterAge(Instant signedIn, Instant time) {
        return maxSessionAge
                .map(signedIn::plus)
                .filter(end -> end.isBefore(time))
                .orElse(time);
    }

    public boolean nonceRequired() {
        return nonceRequired;
    }

    public Resource resource() {
        return resource;
    }

    public Basic basic() {
        return basic;
    }
}
