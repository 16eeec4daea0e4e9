package svc.mail.transfer.format;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a message in a source.
 *
 * @param words the keywords, in lower case
 * @param received the time at which the message was received; null if unknown
 */
public record MessageMetadata(Set<String> words, @Nullable Instant received) {

    public MessageMetadata {
        words = Set.copyOf(words);
    }
}
