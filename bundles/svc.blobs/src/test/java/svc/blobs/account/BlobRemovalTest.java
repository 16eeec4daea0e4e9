package svc.blobs.account;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.CommittedBlob;
import svc.api.blob.OverQuotaException;
import svc.api.identity.Account;
import svc.blobs.account.OrganizationBlobRows.OrganizationBlob;

/** Removals of bytes while other accounts upload, copy and refer to the same bytes, in an order that each test sets. */
class BlobRemovalTest extends TwoAccountsFixture {

    private static final BlobReference NOTE = new BlobReference("Note", 3, 'n');
    private static final String TEXT = "the same bytes";

    private final InterruptedBlobs interrupted = new InterruptedBlobs();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private Account eve;

    @Override
    BlobsFixture open() {
        return BlobsFixture.onDisk(directory, directory.resolve("home"), interrupted);
    }

    @BeforeEach
    void createFurtherAccount() {
        eve = fixture.account("o1", "eve");
    }

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    /** Starts work on another thread. Returns when this thread waits in {@link BlobRemoval} for other work. */
    private <R> CompletableFuture<R> waiting(Supplier<R> work) {
        AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
        CompletableFuture<R> result = CompletableFuture.supplyAsync(
                () -> {
                    thread.set(Thread.currentThread());
                    return work.get();
                },
                threads);
        while (!result.isDone() && !isWaiting(thread.get())) {
            Thread.onSpinWait();
        }
        return result;
    }

    private static boolean isWaiting(@Nullable Thread thread) {
        return thread != null
                && thread.getState() == Thread.State.WAITING
                && List.of(thread.getStackTrace()).stream()
                        .filter(frame -> frame.getClassName().startsWith("svc."))
                        .findFirst()
                        .filter(frame -> frame.getClassName().equals(BlobRemoval.class.getName()))
                        .isPresent();
    }

    /** Uploads the text to an account that has no room for it. Its bytes are removed at once. */
    private void fail(Account account) {
        fixture.people.limit(account, 1);
        assertThatExceptionOfType(OverQuotaException.class).isThrownBy(() -> fixture.upload(account, TEXT));
    }

    private void assertConsistent(Account account, BlobId id) {
        boolean held = fixture.refer(account, id, NOTE);
        assertThat(fixture.text(account, id)).as(account.name()).isEqualTo(held ? Optional.of(TEXT) : Optional.empty());
    }

    @Test
    void anUploadIsKeptAlthoughARemovalOfTheSameBytesHasBegun() {
        AtomicReference<@Nullable CompletableFuture<BlobId>> upload = new AtomicReference<>();
        interrupted.before("removeAll", () -> upload.set(waiting(() -> fixture.upload(ann, TEXT))));
        fail(bob);
        BlobId id = requireNonNull(upload.get()).join();
        assertThat(fixture.text(ann, id)).hasValue(TEXT);
    }

    @Test
    void aCopyOfAnUploadDuringARemovalHasItsBytes() {
        BlobId id = fixture.upload(ann, TEXT);
        fixture.erase(ann);
        AtomicReference<@Nullable CompletableFuture<BlobId>> upload = new AtomicReference<>();
        interrupted.before("removeAll", () -> {
            upload.set(waiting(() -> fixture.upload(ann, TEXT)));
            // The upload may look whether its bytes still exist. Meanwhile its row may be copied.
            interrupted.after("find", () -> fixture.copy(ann, eve, id));
        });
        fail(bob);
        requireNonNull(upload.get()).join();
        fixture.copy(ann, eve, id);
        assertConsistent(eve, id);
        assertConsistent(ann, id);
    }

    @Test
    void aRemovalWaitsForAnUploadThatIsBeingCommitted() {
        BlobId id = fixture.upload(bob, TEXT);
        fixture.store.write(StoredAccountBlobs.scope(bob), tx -> {
            BlobRows.deletePending(tx.sql(), id);
            return true;
        });
        CompletableFuture<?> removal = fixture.removal
                .commit("o1", List.of(new CommittedBlob(id)), () -> {
                    CompletableFuture<?> waiting =
                            waiting(() -> fixture.removal.remove(List.of(new OrganizationBlob("o1", id))));
                    fixture.store.write(StoredAccountBlobs.scope(ann), tx -> {
                        BlobRows.hold(tx.sql(), ann.n(), new BlobRows.AccountBlob(id, "o1", TEXT.length(), ann.n(), 0));
                        return true;
                    });
                    return waiting;
                })
                .orElseThrow();
        removal.join();
        assertThat(fixture.text(ann, id)).hasValue(TEXT);
    }

    @Test
    void aCommitOfSeveralBlobsWaitsForARemovalOfOneOfThem() {
        BlobId id = fixture.upload(bob, TEXT);
        BlobId other = fixture.upload(bob, "other bytes");
        fixture.erase(bob);
        AtomicReference<@Nullable CompletableFuture<?>> commit = new AtomicReference<>();
        interrupted.before(
                "removeAll",
                () -> commit.set(waiting(() -> fixture.removal.commit(
                        "o1", List.of(new CommittedBlob(other), new CommittedBlob(id)), () -> "committed"))));
        fixture.removal.remove(List.of(new OrganizationBlob("o1", id)));
        assertThat(requireNonNull(commit.get()).join()).isEqualTo(Optional.empty());
    }

    @Test
    void aLargeUploadIsRefusedIfItsFileIsRemovedBeforeItsRowIsWritten() {
        BlobId id = fixture.upload(bob, TEXT);
        fixture.kept.remove("o1", id, fixture.clock.now());
        assertThat(fixture.removal.commit("o1", List.of(new CommittedBlob(id)), () -> "committed"))
                .isEmpty();
    }

    @Test
    void theCollectorKeepsABlobThatIsUploadedAgainAtTheTimeOfItsRun() {
        BlobId id = fixture.upload(ann, TEXT);
        fixture.clock.move(Duration.ofDays(2));
        interrupted.after("find", () -> fixture.upload(ann, TEXT));
        fixture.collector.loose();
        assertThat(fixture.text(ann, id)).hasValue(TEXT);
        assertConsistent(ann, id);
    }

    @Test
    void theCollectorKeepsABlobThatIsCopiedAgainWhileItRuns() {
        BlobId id = fixture.upload(ann, TEXT);
        fixture.refer(ann, id, NOTE);
        fixture.copy(ann, eve, id);
        fixture.clock.move(Duration.ofDays(2));
        interrupted.after("find", () -> fixture.copy(ann, eve, id));
        fixture.collector.loose();
        assertThat(fixture.text(eve, id)).hasValue(TEXT);
    }

    @Test
    void theCollectorKeepsABlobToWhichAnObjectRefersSinceItRuns() {
        BlobId id = fixture.upload(ann, TEXT);
        fixture.clock.move(Duration.ofDays(2));
        interrupted.after("find", () -> fixture.refer(ann, id, NOTE));
        fixture.collector.loose();
        assertThat(fixture.text(ann, id)).hasValue(TEXT);
    }

    @Test
    void theCollectorKeepsBytesThatAreUploadedAgainAfterTheirRowWasDeleted() {
        BlobId id = fixture.upload(ann, TEXT);
        fixture.clock.move(Duration.ofDays(2));
        interrupted.before("removeAll", () -> fixture.upload(eve, TEXT));
        assertThat(fixture.collector.loose().rights()).isEqualTo(1);
        assertThat(fixture.text(eve, id)).hasValue(TEXT);
        assertThat(fixture.text(ann, id)).isEmpty();
    }
}
