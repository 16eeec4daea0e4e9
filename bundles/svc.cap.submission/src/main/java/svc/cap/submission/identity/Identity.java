package svc.cap.submission.identity;

import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.Immutable;
import svc.api.jmap.type.MaxLength;
import svc.api.jmap.type.ServerSet;

/**
 * An identity: the name, address and signatures with which a user sends messages (RFC 8621 §6).
 *
 * @param mayDelete false for the identity of the account's primary address, and for other users than the owner
 */
public record Identity(
        @MaxLength(1_000) @Default("\"\"") String name,
        @Immutable @MaxLength(1_000) String email,
        @Nullable List<EmailAddress> replyTo,
        @Nullable List<EmailAddress> bcc,
        @MaxLength(100_000) @Default("\"\"") String textSignature,
        @MaxLength(100_000) @Default("\"\"") String htmlSignature,
        @ServerSet(computed = true) @Default("true") boolean mayDelete) {

    public static final String TYPE = "Identity";
    public static final char LETTER = 'i';

    /** Returns the identity as one that cannot be destroyed. */
    Identity fixed() {
        return new Identity(name, email, replyTo, bcc, textSignature, htmlSignature, false);
    }

    /** A name and an address (RFC 8621 §4.1.2.3). */
    public record EmailAddress(@Nullable String name, String email) {}
}
