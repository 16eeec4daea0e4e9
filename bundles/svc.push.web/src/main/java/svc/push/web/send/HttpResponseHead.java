package svc.push.web.send;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the head of a response; the body is not read. Not thread-safe. */
final class HttpResponseHead {

    /** The longest head that is read. */
    private static final int MOST = 16 * 1_024;

    private static final int FINAL = 200;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-9][0-9]{2})( .*)?");
    private static final Pattern RETRY = Pattern.compile("(?i)retry-after:[ \\t]*(\\S.*?)[ \\t]*");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

    private final InputStream in;
    private final Instant now;
    private int left = MOST;

    HttpResponseHead(InputStream in, Instant now) {
        this.in = in;
        this.now = now;
    }

    /** Returns the final response, after interim responses (1xx); empty when the response is not HTTP. */
    Optional<Outcome> read() throws IOException {
        while (true) {
            Matcher status = STATUS.matcher(line());
            if (!status.matches()) {
                return Optional.empty();
            }
            Optional<Duration> retry = fields();
            int code = Integer.parseInt(status.group(1));
            if (code >= FINAL) {
                return Optional.of(new Outcome.Response(code, retry));
            }
        }
    }

    private Optional<Duration> fields() throws IOException {
        Optional<Duration> retry = Optional.empty();
        for (String line = line(); !line.isEmpty(); line = line()) {
            Matcher matcher = RETRY.matcher(line);
            if (matcher.matches()) {
                retry = pause(matcher.group(1));
            }
        }
        return retry;
    }

    /** Parses {@code Retry-After}: seconds or a date (RFC 9110 §10.2.3). */
    private Optional<Duration> pause(String text) {
        if (SECONDS.matcher(text).matches()) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
        }
        try {
            Instant until = DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
            return Optional.of(Duration.between(now, until)).filter(pause -> !pause.isNegative());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || --left < 0) {
                throw new IOException("the response was interrupted or is too long");
            }
            line.write(next);
        }
        String text = line.toString(ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
