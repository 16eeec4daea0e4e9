package svc.auth.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.Immutable;
import svc.api.jmap.type.MaxLength;
import svc.api.jmap.type.ServerSet;

/**
 * An app password: a password of an account for one program.
 *
 * @param name the name that the user gave it
 * @param createdAt the time of its creation
 * @param secret the secret for signing in; null except in the response to the creation
 */
public record AppPassword(
        @Immutable @MaxLength(200) String name,
        @ServerSet @Default("\"1970-01-01T00:00:00Z\"") Instant createdAt,
        @ServerSet @Nullable String secret) {

    /** Returns the name. The text does not contain the secret. */
    @Override
    public String toString() {
        return name;
    }
}
