package svc.mail.transfer.imports;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.cap.mail.api.MailStore.ParsedMessage;
import svc.mail.transfer.Failure;
import svc.mail.transfer.format.MessageMetadata;
import svc.mail.transfer.format.Origin;

/** A message that is being imported. Not thread-safe. */
final class PendingMessage {

    private final List<String> folder;
    private final Origin origin;
    private final HashedDraft draft;
    private @Nullable MessageMetadata marks;
    private @Nullable ParsedMessage message;
    private @Nullable String refusal;
    private long mailbox;

    PendingMessage(List<String> folder, Origin origin, BlobWriter draft) {
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

    /** Ends the writing of the message and sets its metadata. */
    void complete(MessageMetadata given) throws IOException {
        draft.end();
        marks = given;
    }

    MessageMetadata marks() {
        return java.util.Objects.requireNonNull(marks);
    }

    BlobId blob() {
        return draft.id();
    }

    long mailbox() {
        return mailbox;
    }

    void setMailbox(long number) {
        mailbox = number;
    }

    Optional<ParsedMessage> message() {
        return Optional.ofNullable(message);
    }

    void read(ParsedMessage read) {
        message = read;
    }

    /** Marks the message as one that cannot be imported. */
    void refuse(String reason) {
        message = null;
        refusal = reason;
    }

    Optional<Failure> failure() {
        return Optional.ofNullable(refusal)
                .map(reason -> new Failure(origin.file(), origin.at().isEmpty() ? null : origin.at(), reason));
    }
}
