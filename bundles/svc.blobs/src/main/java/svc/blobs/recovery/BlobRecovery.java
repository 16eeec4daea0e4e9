package svc.blobs.recovery;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobExtractor;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.ExtractionResult;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.store.Scope;
import svc.blobs.account.HashedBytes;
import svc.blobs.account.StoredAccountBlobs;
import svc.blobs.recovery.RecoveryResult.Found;
import svc.blobs.recovery.RecoveryResult.Mismatch;
import svc.blobs.recovery.RecoveryResult.Unknown;
import svc.blobs.recovery.RecoveryResult.Unreadable;

/**
 * Recovers the bytes of a missing or damaged blob: extracts them from another blob, such as a message, that contains
 * them. Recovery is used only for the caller's own account, because its response time would reveal to other users
 * whether a blob exists.
 */
@Component(service = BlobRecovery.class)
public final class BlobRecovery {

    private static final Logger LOG = LoggerFactory.getLogger(BlobRecovery.class);

    private final StoredAccountBlobs blobs;

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<BlobExtractor> extractors = List.of();

    @Activate
    public BlobRecovery(@Reference StoredAccountBlobs blobs) {
        this.blobs = blobs;
    }

    /**
     * Extracts a blob from the blob that contains it, and stores it. Calls the extractors one after another until one
     * returns the bytes.
     */
    public RecoveryResult restore(Account account, BlobId id) throws IOException {
        return search(account, id, extractor -> {
            RecoveredBytes bytes = new RecoveredBytes(account);
            try {
                ExtractionResult extraction = derive(extractor, account, id, bytes);
                return extraction instanceof ExtractionResult.Extracted && bytes.is(id)
                        ? keep(bytes, account, id)
                        : notFound(extraction);
            } finally {
                bytes.discard();
            }
        });
    }

    /**
     * Extracts a blob from the blob that contains it, without storing it. Calls the extractors one after another until
     * one returns the bytes. The bytes are extracted again each time that the result is read.
     */
    public RecoveryResult find(Account account, BlobId id) throws IOException {
        return search(account, id, extractor -> {
            HashedBytes bytes = new HashedBytes();
            ExtractionResult extraction = derive(extractor, account, id, bytes);
            return extraction instanceof ExtractionResult.Extracted && bytes.is(id)
                    ? new Found(new DerivedBlob(id, bytes.size(), out -> derive(extractor, account, id, out)))
                    : notFound(extraction);
        });
    }

    /** A function that runs one extractor. */
    private interface Look {
        RecoveryResult with(BlobExtractor extractor) throws IOException;
    }

    private RecoveryResult search(Account account, BlobId id, Look look) throws IOException {
        RecoveryResult found = new Unknown();
        for (BlobExtractor extractor : extractors) {
            found = found.or(look.with(extractor));
            if (found instanceof Found) {
                break;
            }
        }
        LOG.debug("Search for {} in {}: {}", id, account.id(), found);
        return found;
    }

    private static ExtractionResult derive(BlobExtractor extractor, Account account, BlobId id, OutputStream out)
            throws IOException {
        return extractor.extract(account, Scope.account(new ScopeKey(), account.n()), id, out);
    }

    /** Returns the result for an extraction that did not return the bytes of the blob. */
    private static RecoveryResult notFound(ExtractionResult extraction) {
        if (extraction instanceof ExtractionResult.ContainerUnreadable unreadable) {
            return new Unreadable(unreadable.container());
        }
        return extraction instanceof ExtractionResult.NoContainer ? new Unknown() : new Mismatch();
    }

    private RecoveryResult keep(RecoveredBytes bytes, Account account, BlobId id) throws IOException {
        bytes.keep();
        Optional<StoredBlob> stored = blobs.stored(account, id);
        return stored.isPresent() ? new Found(stored.get()) : new Unreadable(id);
    }

    /** Receives the bytes of an extractor, and hashes them before they are stored as a blob. Not thread-safe. */
    private final class RecoveredBytes extends OutputStream {

        private final Account account;
        private final HashedBytes hash = new HashedBytes();
        private @Nullable BlobWriter draft;

        RecoveredBytes(Account account) {
            this.account = account;
        }

        /**
         * Returns the writer of the blob. The file is created with the first byte, so an extractor without a result
         * writes nothing to disk.
         */
        private BlobWriter draft() throws IOException {
            BlobWriter begun = draft;
            if (begun == null) {
                begun = blobs.newBlob(account);
                draft = begun;
            }
            return begun;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            draft().out().write(bytes, from, length);
            hash.write(bytes, from, length);
        }

        /**
         * Returns whether the written bytes are the content of the blob with this id. This method can be called only
         * once.
         */
        boolean is(BlobId id) {
            return hash.is(id);
        }

        void keep() throws IOException {
            draft().out().close();
            blobs.restore(account, draft());
        }

        /** Discards the bytes unless they were stored. */
        void discard() throws IOException {
            if (draft != null) {
                draft.close();
            }
        }
    }
}
