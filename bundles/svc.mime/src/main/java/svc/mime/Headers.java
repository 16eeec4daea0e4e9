package svc.mime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The header fields of a message or part, in their order. Immutable. */
public final class Headers {

    private Headers() {}

    /** Those of a header as it lies in the message, with or without the empty line that ends it. */
    public static Headers of(byte[] header) {
        throw new UnsupportedOperationException();
    }

    public List<HeaderField> fields() {
        throw new UnsupportedOperationException();
    }

    /** The last of a name; names are compared without regard to case. */
    public @Nullable HeaderField last(String name) {
        throw new UnsupportedOperationException();
    }

    /** All of a name. */
    public List<HeaderField> all(String name) {
        throw new UnsupportedOperationException();
    }
}
