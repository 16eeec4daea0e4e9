package svc.blobs.account;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.identity.Account;

/** A blob store that loses each blob at once. */
record LosingBlobStore(BlobStore inner) implements BlobStore {

    static BlobId upload(StoredAccountBlobs blobs, Account account) {
        try (BlobWriter draft = blobs.newBlob(account)) {
            draft.out().write(7);
            draft.out().close();
            return blobs.keep(account, draft);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public BlobWriter newBlob(String organization) throws IOException {
        return inner.newBlob(organization);
    }

    @Override
    public Optional<StoredBlob> find(String organization, BlobId id) {
        return Optional.empty();
    }

    @Override
    public boolean remove(String organization, BlobId id, Instant untouchedSince) {
        return true;
    }

    @Override
    public List<BlobId> list(String organization, Optional<BlobId> after, int max) {
        return List.of();
    }

    @Override
    public Set<String> tenants() {
        return Set.of();
    }

    @Override
    public void eraseTenant(String organization) {
        // There are no blobs.
    }
}
