package svc.cap.mail.message;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobExtractor;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.blob.ExtractionResult;
import svc.api.blob.ExtractionResult.ContainerUnreadable;
import svc.api.blob.ExtractionResult.Extracted;
import svc.api.blob.ExtractionResult.NoContainer;
import svc.api.blob.ExtractionResult.PartNotFound;
import svc.api.identity.Account;
import svc.api.job.JobHandler.Progress;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.cap.mail.message.PartRows.Place;
import svc.mime.Message;
import svc.mime.Part;

/** Extracts the bytes of parts from the messages that contain them, so that a part is not stored twice. */
@Component
public final class PartFinder implements BlobExtractor {

    /** Maximum number of messages with the same part that are tried. */
    private static final int MOST = 8;

    private final Store store;
    private final AccountBlobs blobs;
    private final PartIndex index;

    @Activate
    public PartFinder(@Reference Store store, @Reference AccountBlobs blobs, @Reference PartIndex index) {
        this.store = store;
        this.blobs = blobs;
        this.index = index;
    }

    /** A message that should contain the part. */
    private record Owner(BlobId blob, Message message) {}

    @Override
    public ExtractionResult extract(Account account, Scope scope, BlobId id, OutputStream out) throws IOException {
        ExtractionResult told = new NoContainer();
        List<Owner> owners = store.read(scope, snapshot -> owners(snapshot, id));
        for (Owner owner : owners) {
            Optional<StoredBlob> stored = blobs.find(account, owner.blob());
            Optional<Part> part = part(owner, id);
            if (stored.isEmpty()) {
                told = new ContainerUnreadable(owner.blob());
            } else if (part.isEmpty()) {
                told = told instanceof ContainerUnreadable ? told : new PartNotFound(owner.blob());
            } else if ((owners.size() == 1 || isComplete(stored.get(), part.get()))
                    && writePart(stored.get(), part.get(), out)) {
                return new Extracted();
            } else {
                told = new ContainerUnreadable(owner.blob());
            }
        }
        return told;
    }

    private static List<Owner> owners(Snapshot snapshot, BlobId id) {
        List<Long> messages = PartRows.of(snapshot.sql(), List.of(id)).stream()
                .map(Place::n)
                .distinct()
                .limit(MOST)
                .toList();
        return snapshot.sql()
                .selectIn(
                        "SELECT blob, structure FROM email_text WHERE account = :account AND n IN (??)",
                        messages,
                        row -> new Owner(
                                BlobId.of(requireNonNull(row.getBytes(1))),
                                new Message(BodyStructureCodec.decode(requireNonNull(row.getBytes(2))), 0, Map.of())));
    }

    private static Optional<Part> part(Owner owner, BlobId id) {
        byte[] hash = id.sha256();
        return owner.message().leaves(true).stream()
                .filter(part -> Arrays.equals(part.sha256(), hash))
                .findFirst();
    }

    /**
     * Returns whether a stored message contains the part completely. If several messages contain the part, each message
     * is checked before the part is sent from it, because output that was sent cannot be taken back.
     */
    private static boolean isComplete(StoredBlob stored, Part part) throws IOException {
        return writePart(stored, part, OutputStream.nullOutputStream());
    }

    private static boolean writePart(StoredBlob stored, Part part, OutputStream out) throws IOException {
        try (OutputStream decoding = part.encoding().decoding(out)) {
            stored.send(part.body().from(), part.body().length(), decoding);
            return true;
        } catch (CorruptBlobException e) {
            return false;
        }
    }

    @Override
    public void reindex(Account account, Scope scope, Progress progress) {
        index.update(scope);
    }
}
