package svc.blobs;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobDeriver;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.Derivation;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.store.Scope;
import svc.blobs.Restored.Found;
import svc.blobs.Restored.Mismatch;
import svc.blobs.Restored.Unknown;
import svc.blobs.Restored.Unreadable;

/**
 * Finds bytes that are not stored in something else that is. For somebody's own account only: whoever asks for another one's
 * must not even learn by the time it takes that there is something.
 */
@Component(service = Restoration.class)
public final class Restoration {

    private static final Logger LOG = LoggerFactory.getLogger(Restoration.class);

    private final KeptBlobs blobs;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<BlobDeriver> derivers = List.of();

    /** Keeps what it finds here. */
    @Activate
    public Restoration(@Reference KeptBlobs blobs) {
        this.blobs = blobs;
    }

    /** Asks everybody who may know; what was found is stored when this returns. */
    Restored restore(Account account, BlobId id) throws IOException {
        Restored told = new Unknown();
        for (BlobDeriver deriver : derivers) {
            told = told.or(ask(deriver, account, id));
            if (told instanceof Found) {
                return told;
            }
        }
        return told;
    }

    private Restored ask(BlobDeriver deriver, Account account, BlobId id) throws IOException {
        FoundBytes bytes = new FoundBytes(blobs, account);
        try {
            Derivation derivation = deriver.derive(account, Scope.account(new ScopeKey(), account.n()), id, bytes);
            LOG.debug("{} was looked for in {}: {}", id, account.id(), derivation);
            if (derivation instanceof Derivation.Found) {
                return bytes.is(id) ? keep(bytes, account, id) : new Mismatch();
            } else if (derivation instanceof Derivation.OwnerUnreadable unreadable) {
                return new Unreadable(unreadable.owner());
            }
            return derivation instanceof Derivation.NoPartMatches ? new Mismatch() : new Unknown();
        } finally {
            bytes.discard();
        }
    }

    private Restored keep(FoundBytes bytes, Account account, BlobId id) throws IOException {
        bytes.keep();
        Optional<Stored> stored = blobs.stored(account, id);
        return stored.isPresent() ? new Found(stored.get()) : new Unreadable(id);
    }
}
