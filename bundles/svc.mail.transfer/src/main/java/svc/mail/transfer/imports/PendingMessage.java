package svc.mail.transfer;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.Draft;
import svc.cap.mail.api.MailStore.Letter;

/** A message on its way into an account. One thread at a time. */
final class Incoming {

    private final List<String> folder;
    private final Origin origin;
    private final HashedDraft draft;
    private @Nullable Marks marks;
    private @Nullable Letter letter;
    private @Nullable String refusal;
    private long mailbox;

    Incoming(List<String> folder, Origin origin, Draft draft) {
        this.folder = folder;
        this.origin = origin;
        this.draft = new HashedDraft(draft);
    }

    List<String> folder() {
        return folder;
    }

    HashedDraft draft() {
        return draft;
    }

    /** Its bytes are complete. */
    void complete(Marks said) throws IOException {
        draft.end();
        marks = said;
    }

    Marks marks() {
        return java.util.Objects.requireNonNull(marks);
    }

    BlobId blob() {
        return draft.id();
    }

    long mailbox() {
        return mailbox;
    }

    void into(long number) {
        mailbox = number;
    }

    Optional<Letter> letter() {
        return Optional.ofNullable(letter);
    }

    void read(Letter read) {
        letter = read;
    }

    /** It cannot go in. */
    void refuse(String reason) {
        letter = null;
        refusal = reason;
    }

    Optional<Failure> failure() {
        return Optional.ofNullable(refusal)
                .map(reason -> new Failure(origin.file(), origin.at().isEmpty() ? null : origin.at(), reason));
    }
}
