package svc.cap.mail;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobStore.Stored;
import svc.mime.Draft;

/** The message that a client describes by the properties of an Email (RFC 8621 §4.6). */
final class EmailComposition {

    private EmailComposition() {}

    /** Finds the blobs that a client names. */
    @FunctionalInterface
    interface Lookup {

        /** A blob that the caller sees. */
        Optional<Stored> find(String blobId) throws IOException;
    }

    /**
     * Makes a draft.
     *
     * @param properties what the client sent, without {@code mailboxIds}, {@code keywords} and {@code receivedAt}
     * @throws svc.api.jmap.SetError {@code invalidProperties} or {@code blobNotFound}
     */
    static Draft of(Map<String, @Nullable Object> properties, Lookup blobs) throws IOException {
        throw new UnsupportedOperationException();
    }
}
