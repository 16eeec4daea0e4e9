package svc.mime;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * By what messages belong together (RFC 8621 §3): the same thread when they share an id and have the same subject.
 *
 * @param ids the first eight bytes of the SHA-256 of each id in Message-ID, In-Reply-To and References, each once
 * @param subject the same of the base subject, case and white space aside
 */
public record ThreadKeys(List<Long> ids, long subject) {

    /** So many ids of a field count, the last ones: those of the nearest ancestors. */
    private static final int MAX = 100;

    /** Those of a message. */
    public static ThreadKeys of(Headers headers) {
        List<Long> ids = Stream.of("Message-ID", "In-Reply-To", "References")
                .flatMap(name -> ids(headers.last(name)))
                .distinct()
                .toList();
        HeaderField subject = headers.last("Subject");
        return new ThreadKeys(ids, subject(subject == null ? "" : subject.text()));
    }

    private static Stream<Long> ids(@Nullable HeaderField field) {
        List<String> found = field == null ? null : field.messageIds();
        return found == null
                ? Stream.empty()
                : found.stream().skip(Math.max(0, found.size() - MAX)).map(ThreadKeys::id);
    }

    /** The key of one id, without angle brackets. */
    public static long id(String messageId) {
        return hash(messageId);
    }

    /** The key of a subject in the Text form. */
    public static long subject(String text) {
        return hash(BaseSubject.of(text).replaceAll("\\s+", "").toLowerCase(Locale.ROOT));
    }

    private static long hash(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return ByteBuffer.wrap(digest.digest(text.getBytes(StandardCharsets.UTF_8)))
                    .getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
