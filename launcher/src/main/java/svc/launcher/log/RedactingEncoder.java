package svc.launcher.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Redacts credentials in every log entry, including stack traces and the messages of libraries. */
final class RedactingEncoder extends EncoderBase<ILoggingEvent> {

    private static final Pattern SCHEME = Pattern.compile("(?i)\\b(bearer|dpop|basic)(\\s+)[A-Za-z0-9._~+/=-]{8,}");
    /**
     * The names of the credential kinds, such as {@code app-password}. The log of sign-ins contains these names as
     * values of the field {@code secret}; they are not credentials, so they are not redacted (AUTH-11).
     */
    private static final String KIND = "(?!(?:account-password|app-password|session|bound|none)(?:[\\s\"\\\\]|$))";
    /** The fields whose whole value is a credential, even if it contains spaces (RFC 9449 §4.1, RFC 6265 §4). */
    private static final Pattern FIELD = Pattern.compile(
            "(?i)\\b(dpop|cookie|set-cookie)(\\\\?\"?\\s*[=:]\\s*\\\\?\"?)" + KIND + "[^\\r\\n\"\\\\]+");

    private static final Pattern PAIR = Pattern.compile(
            "(?i)\\b(access_?token|refresh_?token|stream_?ticket|media_?token|password|secret|token)(\\\\?\"?\\s*[=:]\\s*\\\\?\"?)"
                    + KIND + "[^\\s\"&,;\\\\]+");

    private final Encoder<ILoggingEvent> encoder;
    private final Consumer<String> copy;

    /**
     * Redacts credentials in the output of another encoder.
     *
     * @param copy receives a copy of each entry as it is written
     */
    RedactingEncoder(Encoder<ILoggingEvent> encoder, Consumer<String> copy) {
        this.encoder = encoder;
        this.copy = copy;
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
        String entry = redact(new String(encoder.encode(event), StandardCharsets.UTF_8));
        copy.accept(entry);
        return entry.getBytes(StandardCharsets.UTF_8);
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
