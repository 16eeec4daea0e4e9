package svc.blobs;

import java.util.Optional;
import java.util.regex.Pattern;

/** Whether a text is a media type (RFC 9110 §8.3.1). */
final class MediaType {

    static final String BYTES = "application/octet-stream";

    private static final int LONGEST = 255;
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]++";
    private static final Pattern TYPE = Pattern.compile(TOKEN + "/" + TOKEN + "(?:[ \\t]*+;[ \\t]*+" + TOKEN + "=(?:"
            + TOKEN + "|\"(?:[\\t !#-\\[\\]-~]|\\\\[\\t -~])*+\"))*+");

    private MediaType() {}

    /** What a client asked for; bytes when it did not say, empty when that is none. */
    static Optional<String> of(String asked) {
        if (asked.isBlank()) {
            return Optional.of(BYTES);
        }
        return asked.length() <= LONGEST && TYPE.matcher(asked).matches() ? Optional.of(asked) : Optional.empty();
    }
}
