package svc.mime;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The keys with which messages are assigned to threads (RFC 8621 §3): two messages are in the same thread if they share
 * an id and have the same subject.
 *
 * @param ids the first eight bytes of the SHA-256 of each distinct id in Message-ID, In-Reply-To and References
 * @param subject the first eight bytes of the SHA-256 of the base subject, in lower case and without white space
 */
public record ThreadKeys(List<Long> ids, long subject) {

    /** Maximum number of ids of one field. The last ids are used, because they belong to the nearest ancestors. */
    public static final int MAX_IDS = 100;

    /** Returns the keys of a message. */
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
                : found.stream().skip(Math.max(0, found.size() - MAX_IDS)).map(ThreadKeys::id);
    }

    /** Returns the key of one id without angle brackets. */
    public static long id(String messageId) {
        return hash(messageId);
    }

    /** Returns the key of a subject in the Text form. */
    public static long subject(String text) {
        return hash(BaseSubject.of(text).replaceAll("\\s+", "").toLowerCase(Locale.ROOT));
    }

    private static long hash(String text) {
        byte[] digest = BodySink.sha256().digest(text.getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.wrap(digest).getLong();
    }
}
