package svc.blobs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.identity.Account;

/** A store of blobs from which somebody takes each as soon as it is there. */
record Forgetful(BlobStore inner) implements BlobStore {

    static BlobId upload(KeptBlobs blobs, Account account) {
        try (Draft draft = blobs.draft(account)) {
            draft.out().write(7);
            draft.out().close();
            return blobs.keep(account, draft);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Draft draft(String organization) throws IOException {
        return inner.draft(organization);
    }

    @Override
    public Optional<Stored> find(String organization, BlobId id) {
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
    public Set<String> organizations() {
        return Set.of();
    }

    @Override
    public void erase(String organization) {
        // there is nothing
    }
}
