package svc.mime;

import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A header field and its value in the forms of RFC 8621 §4.1.2. None of them ever fails. Immutable. */
public final class HeaderField {

    private HeaderField() {}

    /** One with this value, as it would stand in a message. */
    public static HeaderField of(String name, String raw) {
        throw new UnsupportedOperationException(name + raw);
    }

    /** Its name as it is written. */
    public String name() {
        throw new UnsupportedOperationException();
    }

    /** Where it begins in the header. */
    public int offset() {
        throw new UnsupportedOperationException();
    }

    /** How many bytes it has there, the ends of its lines included. */
    public int length() {
        throw new UnsupportedOperationException();
    }

    /** RFC 8621 §4.1.2.1. */
    public String raw() {
        throw new UnsupportedOperationException();
    }

    /** RFC 8621 §4.1.2.2. */
    public String text() {
        throw new UnsupportedOperationException();
    }

    /** RFC 8621 §4.1.2.3. */
    public List<Address> addresses() {
        throw new UnsupportedOperationException();
    }

    /** RFC 8621 §4.1.2.4. */
    public List<AddressGroup> groupedAddresses() {
        throw new UnsupportedOperationException();
    }

    /** RFC 8621 §4.1.2.5. */
    public @Nullable List<String> messageIds() {
        throw new UnsupportedOperationException();
    }

    /** RFC 8621 §4.1.2.6. */
    public @Nullable OffsetDateTime date() {
        throw new UnsupportedOperationException();
    }

    /** RFC 8621 §4.1.2.7. */
    public @Nullable List<String> urls() {
        throw new UnsupportedOperationException();
    }
}
