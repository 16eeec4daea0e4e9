package svc.blobs.files;

import java.io.IOException;
import java.security.MessageDigest;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.BlobStore.PendingBlob;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.StorageFullException;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.blobs.files.BlobFileWriter.Sealing;
import svc.blobs.files.pack.PackMaintenance;
import svc.blobs.files.pack.PackRemoval;
import svc.blobs.files.pack.PackRows;
import svc.blobs.files.pack.PackRows.PackedBlob;
import svc.blobs.files.pack.Packs;
import svc.blobs.files.pack.Packs.Appended;

/** Encrypts small blobs, appends them to the open pack, and commits them. Thread-safe. */
final class PackWriter {

    private static final Logger LOG = LoggerFactory.getLogger(PackWriter.class);

    private final FileBlobs files;
    private final Store store;
    private final PackBodies bodies;
    private final Packs packs;
    private final PackRemoval removal;

    PackWriter(FileBlobs files, Store store, PackBodies bodies, PackMaintenance parts) {
        this.files = files;
        this.store = store;
        this.bodies = bodies;
        this.packs = parts.packs();
        this.removal = parts.removal();
    }

    /** Begins a new blob, which becomes a file if it is large. */
    BlobWriter begin(String organization) throws IOException {
        Sealing sealing = files.writer().sealing(organization);
        return new PackDraft(new PackDraft.Target() {
            @Override
            public PendingBlob append(byte[] bytes, int size) throws IOException {
                return PackWriter.this.append(sealing, bytes, size);
            }

            @Override
            public BlobId commit(PendingBlob blob) throws IOException {
                return PackWriter.this.commit(blob);
            }

            @Override
            public BlobWriter file() throws IOException {
                return files.newBlob(organization);
            }
        });
    }

    private PendingBlob append(Sealing sealing, byte[] bytes, int size) throws IOException {
        MessageDigest sha256 = SegmentWriter.sha256();
        sha256.update(bytes, 0, size);
        byte[] hash = sha256.digest();
        byte[] body = new byte[Math.toIntExact(BlobHead.fileLength(size))];
        long segments = BlobHead.segments(size);
        for (int i = 0; i < segments; i++) {
            int at = i * BlobHead.SEGMENT;
            int length = Math.min(BlobHead.SEGMENT, size - at);
            sealing.cipher().encrypt(bytes, at, length, body, Math.toIntExact(BlobHead.at(i)), i, i == segments - 1);
        }
        sealing.head().sealed(size, sealing.cipher().seal(size, hash)).get(body, 0, BlobHead.LENGTH);
        Appended appended = append(sealing, hash, body);
        files.writer().requireKey(sealing.organization(), sealing.head().keyId());
        files.tally().kept(size);
        return new Pending(new PackedBlob(sealing.organization(), BlobId.of(hash), appended.place()), appended);
    }

    private Appended append(Sealing sealing, byte[] hash, byte[] body) throws IOException {
        try {
            Appended appended = packs.append(sealing.organization(), hash, body);
            files.room().found();
            return appended;
        } catch (IOException e) {
            throw files.room().because(e);
        }
    }

    private BlobId commit(PendingBlob blob) throws IOException {
        try {
            return store.write(Scope.system(), TransactionCallback.named("svc.blobs.files: commit a blob", tx -> {
                blob.commitIn(tx);
                return blob.id();
            }));
        } catch (StoreException e) {
            blob.discard();
            throw e.kind() == StoreException.Kind.FULL
                    ? new StorageFullException(String.valueOf(e.getMessage()), e)
                    : new IOException("The blob could not be stored.", e);
        }
    }

    /** A blob in a pack without a row. */
    private final class Pending implements PendingBlob {

        private final PackedBlob blob;
        private final Appended appended;

        Pending(PackedBlob blob, Appended appended) {
            this.blob = blob;
            this.appended = appended;
        }

        @Override
        public BlobId id() {
            return blob.id();
        }

        @Override
        public Optional<StoredBlob> stored() {
            return Optional.of(bodies.stored(blob));
        }

        @Override
        public void commitIn(Transaction tx) {
            if (packs.isRetired(blob.place().pack())) {
                throw new StoreException(
                        StoreException.Kind.FAILED, "The blob waited too long for its commit. Send it again.", null);
            }
            tx.after(appended.durable());
            PackRows.put(tx.sql(), blob);
        }

        @Override
        public void discard() {
            try {
                removal.discard(blob);
            } catch (IOException | StoreException e) {
                LOG.warn(
                        "The bytes of a blob that was not stored remain in {}: {}",
                        packs.folder().path(),
                        e.toString());
            }
        }
    }
}
