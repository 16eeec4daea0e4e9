package svc.cap.mail;

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
import svc.api.blob.BlobDamaged;
import svc.api.blob.BlobDeriver;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.Blobs;
import svc.api.blob.Derivation;
import svc.api.identity.Account;
import svc.api.job.JobKind.Progress;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.mime.Message;
import svc.mime.Part;

/** Finds the bytes of parts in the messages that have them: nothing of a message is kept twice. */
@Component
public final class PartFinder implements BlobDeriver {

    /** How many messages with the same part are looked into. */
    private static final int MOST = 8;

    private final Store store;
    private final Blobs blobs;
    private final PartIndex index;

    /** Looks here. */
    @Activate
    public PartFinder(@Reference Store store, @Reference Blobs blobs, @Reference PartIndex index) {
        this.store = store;
        this.blobs = blobs;
        this.index = index;
    }

    /** A message that should have the part. */
    private record Owner(BlobId blob, Message message) {}

    @Override
    public Derivation derive(Account account, Scope scope, BlobId id, OutputStream out) throws IOException {
        Derivation told = new Derivation.NoOwner();
        for (Owner owner : store.read(scope, snapshot -> owners(snapshot, id))) {
            Optional<Stored> stored = blobs.find(account, owner.blob());
            Optional<Part> part = part(owner, id);
            if (stored.isEmpty()) {
                told = new Derivation.OwnerUnreadable(owner.blob());
            } else if (part.isEmpty()) {
                told = told instanceof Derivation.OwnerUnreadable ? told : new Derivation.NoPartMatches(owner.blob());
            } else if (whole(stored.get(), part.get())) {
                send(stored.get(), part.get(), out);
                return new Derivation.Found();
            } else {
                told = new Derivation.OwnerUnreadable(owner.blob());
            }
        }
        return told;
    }

    private static List<Owner> owners(Snapshot snapshot, BlobId id) {
        List<Long> messages = PartRows.of(snapshot.sql(), List.of(id)).stream()
                .map(PartRows.Place::n)
                .distinct()
                .limit(MOST)
                .toList();
        return snapshot.sql()
                .selectAmong(
                        "SELECT blob, structure FROM email_text WHERE account = :account AND n IN (??)",
                        messages,
                        row -> new Owner(
                                BlobId.of(requireNonNull(row.bytes(1))),
                                new Message(Structure.decode(requireNonNull(row.bytes(2))), 0, Map.of())));
    }

    private static Optional<Part> part(Owner owner, BlobId id) {
        byte[] hash = id.sha256();
        return owner.message().leaves(true).stream()
                .filter(part -> Arrays.equals(part.sha256(), hash))
                .findFirst();
    }

    /** What was sent cannot be taken back, so it is read once before. */
    private static boolean whole(Stored stored, Part part) throws IOException {
        try {
            send(stored, part, OutputStream.nullOutputStream());
            return true;
        } catch (BlobDamaged e) {
            return false;
        }
    }

    private static void send(Stored stored, Part part, OutputStream out) throws IOException {
        try (OutputStream decoding = part.encoding().decoding(out)) {
            stored.send(part.body().from(), part.body().length(), decoding);
        }
    }

    @Override
    public void reindex(Account account, Scope scope, Progress progress) {
        index.renew(scope);
    }
}
