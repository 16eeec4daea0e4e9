package svc.blobs.http;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses media types (RFC 9110 §8.3.1). */
final class MediaType {

    static final String BYTES = "application/octet-stream";

    private static final int LONGEST = 255;
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]++";
    private static final Pattern TYPE = Pattern.compile(TOKEN + "/" + TOKEN + "(?:[ \\t]*+;[ \\t]*+" + TOKEN + "=(?:"
            + TOKEN + "|\"(?:[\\t !#-\\[\\]-~]|\\\\[\\t -~])*+\"))*+");

    private MediaType() {}

    /**
     * Returns the media type that a client requested: {@code application/octet-stream} when blank, empty when
     * malformed.
     */
    static Optional<String> of(String asked) {
        if (asked.isBlank()) {
            return Optional.of(BYTES);
        }
        return asked.length() <= LONGEST && TYPE.matcher(asked).matches() ? Optional.of(asked) : Optional.empty();
    }

    /** Returns the media type that an upload declared: {@code application/octet-stream} when missing or malformed. */
    static String orBytes(@Nullable String declared) {
        return declared == null ? BYTES : of(declared.strip()).orElse(BYTES);
    }
}
