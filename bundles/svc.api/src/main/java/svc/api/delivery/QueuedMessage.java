package svc.api.delivery;

import java.time.Instant;
import java.util.List;
import svc.api.blob.BlobId;

/**
 * A message that shall go to its recipients.
 *
 * @param blob its bytes as they go out; the account in whose name it goes holds them
 * @param size how many they are
 * @param sender where a failure is told; empty for one that nobody shall be told of
 * @param recipients one address or more, none of them twice
 * @param due not before this time
 */
public record Posting(BlobId blob, long size, String sender, List<String> recipients, Instant due) {

    /** Copies the list. */
    public Posting {
        recipients = List.copyOf(recipients);
        if (recipients.isEmpty()) {
            throw new IllegalArgumentException("a message goes to somebody");
        }
    }
}
