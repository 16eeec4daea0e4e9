package svc.launcher;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The last gate of the log: whatever was written, by us or by a library, with a stack trace or without, leaves with its
 * credentials replaced.
 */
final class RedactingEncoder extends EncoderBase<ILoggingEvent> {

    private static final Pattern SCHEME = Pattern.compile("(?i)\\b(bearer|dpop|basic)(\\s+)[A-Za-z0-9._~+/=-]{8,}");
    /** What the log of sign-ins says in such places is the kind of a secret (AUTH-11). */
    private static final String KIND = "(?!(?:account-password|app-password|session|bound|none)(?:[\\s\"\\\\]|$))";
    /** The values of these fields are credentials to their end, with blanks in them (RFC 9449 §4.1, RFC 6265 §4). */
    private static final Pattern FIELD = Pattern.compile(
            "(?i)\\b(dpop|cookie|set-cookie)(\\\\?\"?\\s*[=:]\\s*\\\\?\"?)" + KIND + "[^\\r\\n\"\\\\]+");

    private static final Pattern PAIR = Pattern.compile(
            "(?i)\\b(access_?token|refresh_?token|stream_?ticket|media_?token|password|secret|token)(\\\\?\"?\\s*[=:]\\s*\\\\?\"?)"
                    + KIND + "[^\\s\"&,;\\\\]+");

    private final Encoder<ILoggingEvent> encoder;

    RedactingEncoder(Encoder<ILoggingEvent> encoder) {
        this.encoder = encoder;
    }

    static String redact(String text) {
        String redacted = text;
        for (Pattern pattern : List.of(SCHEME, FIELD, PAIR)) {
            redacted = pattern.matcher(redacted).replaceAll("$1$2(redacted)");
        }
        return redacted;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        return redact(new String(encoder.encode(event), StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] headerBytes() {
        return encoder.headerBytes();
    }

    @Override
    public byte[] footerBytes() {
        return encoder.footerBytes();
    }
}
