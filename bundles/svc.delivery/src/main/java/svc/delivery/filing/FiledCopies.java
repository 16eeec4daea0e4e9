package svc.delivery.filing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.delivery.CheckResult.FieldRemoval;
import svc.api.identity.Account;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.MailStore.ParsedMessage;
import svc.mime.HeaderField;
import svc.mime.Octets;

/**
 * The copies of one message in the accounts of its recipients. All copies are equal: trace fields and the fields of the
 * checks, then the message without removed fields. Within a tenant the bytes are written once. Not thread-safe.
 */
public final class FiledCopies {

    private final AccountBlobs blobs;
    private final MailStore mail;
    private final Source source;
    private final List<Copy> copies = new ArrayList<>();
    private @Nullable ParsedMessage parsed;

    public FiledCopies(AccountBlobs blobs, MailStore mail, Source source) {
        this.blobs = blobs;
        this.mail = mail;
        this.source = source;
    }

    /**
     * What the copies consist of.
     *
     * @param message the message as received
     * @param size its size
     * @param head its header section
     * @param returnPath the first field of a copy
     * @param fields the other fields in front of the message
     * @param removals the fields of the message to leave out
     */
    public record Source(
            Octets message,
            long size,
            MessageHead head,
            String returnPath,
            String fields,
            List<FieldRemoval> removals) {

        void write(OutputStream out) throws IOException {
            out.write((returnPath + fields + (head.hasFields() ? "" : "\r\n")).getBytes(UTF_8));
            long at = 0;
            for (HeaderField field : head.removed(removals)) {
                message.send(at, field.offset() - at, out);
                at = field.offset() + (long) field.length();
            }
            message.send(at, size - at, out);
        }

        /** Returns the number of octets of a copy that are not sent to other servers (RFC 5321 §4.4). */
        int skipped() {
            return returnPath.getBytes(UTF_8).length;
        }
    }

    private record Copy(Account holder, StoredBlob blob) {}

    public int skipped() {
        return source.skipped();
    }

    /** Returns the copy that an account holds, which is written if it does not exist. */
    public StoredBlob in(Account account) throws IOException {
        for (Copy copy : copies) {
            if (copy.holder().n() == account.n()) {
                return copy.blob();
            }
        }
        Optional<StoredBlob> shared = Optional.empty();
        for (Copy copy : copies) {
            if (shared.isEmpty() && copy.holder().organization().equals(account.organization())) {
                shared = blobs.copy(copy.holder(), account, account, copy.blob().id());
            }
        }
        StoredBlob blob = shared.isPresent() ? shared.get() : write(account);
        copies.add(new Copy(account, blob));
        return blob;
    }

    private StoredBlob write(Account account) throws IOException {
        try (BlobWriter draft = blobs.newBlob(account)) {
            source.write(draft.out());
            draft.out().close();
            BlobId id = blobs.keep(account, draft);
            return blobs.find(account, id)
                    .orElseThrow(() -> new IOException("The data of the message was removed during delivery."));
        }
    }

    /** Returns the parsed message. Equal copies are parsed once. */
    public ParsedMessage parsed(StoredBlob copy) throws IOException {
        ParsedMessage message = parsed;
        if (message == null) {
            message = mail.read(copy).orElseThrow(() -> new IOException("The filed copy is not a message."));
            parsed = message;
        }
        return message;
    }
}
