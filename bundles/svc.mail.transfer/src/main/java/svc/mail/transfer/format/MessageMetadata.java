package svc.mail.transfer;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a source says of a message besides its bytes.
 *
 * @param words its keywords, in lower case
 * @param received when it was received; null where nobody says so
 */
record Marks(Set<String> words, @Nullable Instant received) {

    /** Copies the set. */
    Marks {
        words = Set.copyOf(words);
    }
}
