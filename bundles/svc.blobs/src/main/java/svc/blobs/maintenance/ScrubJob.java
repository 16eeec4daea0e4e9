package svc.blobs.maintenance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.BlobUnavailableException;
import svc.api.job.JobHandler;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.blobs.account.OrganizationBlobRows;
import svc.blobs.account.OrganizationBlobRows.OrganizationBlob;
import svc.blobs.maintenance.ScrubRows.Look;
import svc.blobs.maintenance.ScrubRows.Owner;
import svc.blobs.recovery.DataLossLog;

/** Reads and verifies the storage and every byte of all held blobs. An interrupted scrub continues at its last position. */
@Component(service = JobHandler.class)
public final class ScrubJob implements JobHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ScrubJob.class);

    /** The kind of these jobs. */
    static final String NAME = "blob-scrub";

    private static final int PORTION = 32;
    private static final String MISSING = "its file is missing";

    private final Store store;
    private final BlobStore bytes;
    private final DataLossLog dataLossLog;
    private final Clock clock;

    @Activate
    public ScrubJob(
            @Reference Store store,
            @Reference BlobStore bytes,
            @Reference DataLossLog dataLossLog,
            @Reference Clock clock) {
        this.store = store;
        this.bytes = bytes;
        this.dataLossLog = dataLossLog;
        this.clock = clock;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(String subject, Progress progress) {
        Look look = store.read(Scope.system(), snapshot -> ScrubRows.look(snapshot.sql()))
                .filter(last -> last.ended().isEmpty())
                .orElseGet(() -> new Look(0, new byte[0], 0, clock.now(), Optional.empty()));
        scrubStorage();
        while (look.ended().isEmpty()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("The server is stopping; the scrub continues at the next start.");
            }
            look = portion(look);
            progress.report(look.lookedAt() + " blobs checked");
        }
    }

    private void scrubStorage() {
        try {
            bytes.scrub(
                    damage -> LOG.error("Damaged storage: {}", damage),
                    () -> !Thread.currentThread().isInterrupted());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Verifies some blobs of one organization; moves to the next organization when all its blobs are verified. */
    private Look portion(Look look) {
        Optional<Owner> owner =
                store.read(Scope.system(), snapshot -> ScrubRows.organization(snapshot.sql(), look.organization()));
        if (owner.isEmpty()) {
            return keep(
                    new Look(look.organization(), new byte[0], look.lookedAt(), look.began(), Optional.of(clock.now())),
                    List.of());
        }
        Owner at = owner.get();
        byte[] after = at.n() == look.organization() ? look.hash() : new byte[0];
        List<BlobId> ids =
                store.read(Scope.system(), snapshot -> ScrubRows.held(snapshot.sql(), at.n(), after, PORTION));
        if (ids.isEmpty()) {
            return new Look(at.n() + 1, new byte[0], look.lookedAt(), look.began(), Optional.empty());
        }
        List<Seen> seen = new ArrayList<>();
        ids.forEach(id -> seen.add(look(new OrganizationBlob(at.id(), id))));
        byte[] last = ids.get(ids.size() - 1).sha256();
        return keep(new Look(at.n(), last, look.lookedAt() + ids.size(), look.began(), Optional.empty()), seen);
    }

    /** The result for one blob; {@code wrong} is empty when the blob is intact. */
    private record Seen(OrganizationBlob place, Optional<String> wrong) {}

    private Seen look(OrganizationBlob place) {
        Optional<StoredBlob> stored = bytes.find(place.organization(), place.id());
        if (stored.isEmpty()) {
            return new Seen(place, Optional.of(MISSING));
        }
        try {
            stored.get().verify(read -> {});
            return new Seen(place, Optional.empty());
        } catch (BlobUnavailableException e) {
            return new Seen(place, Optional.empty());
        } catch (IOException e) {
            return new Seen(place, Optional.of(String.valueOf(e.getMessage())));
        }
    }

    private Look keep(Look look, List<Seen> seen) {
        Instant now = clock.now();
        List<Seen> again = seen.stream().map(this::lookAgain).toList();
        List<Seen> lost =
                store.write(Scope.system(), TransactionCallback.named("svc.blobs: keep how far the look is", tx -> {
                    ScrubRows.write(tx.sql(), look);
                    return again.stream().filter(one -> lost(tx, one, now)).toList();
                }));
        lost.forEach(one -> dataLossLog.lost(
                one.place().organization(), one.place().id(), one.wrong().orElse("")));
        return look;
    }

    /** Clears the result of a blob that was uploaded again, or whose bytes were removed, since its verification. */
    private Seen lookAgain(Seen seen) {
        OrganizationBlob place = seen.place();
        return new Seen(
                place,
                seen.wrong()
                        .filter(wrong -> wrong.equals(MISSING)
                                == bytes.find(place.organization(), place.id()).isEmpty()));
    }

    /** Returns whether a blob is lost. It may have been collected since its verification. */
    private static boolean lost(Transaction tx, Seen seen, Instant now) {
        if (seen.wrong().isPresent() && OrganizationBlobRows.held(tx.sql(), seen.place())) {
            ScrubRows.damaged(tx.sql(), seen.place(), now);
            return true;
        }
        OrganizationBlobRows.gone(tx.sql(), seen.place());
        return false;
    }
}
