package svc.blobs.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.PendingBlob;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.health.Finding;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.testkit.ForwardingStore;

/** Uploads and reads between two steps of a compaction or removal. */
final class PackRacesTest extends PackFixture {

    private static final byte[] BYTES = Home.bytes(1, 1_000);

    private InterruptedStore store;

    @BeforeEach
    void interruptStore() {
        store = new InterruptedStore(home.store());
        home = new PackHome(directory, home.store(), PackedBlobs.in(directory, store, home.clock()), home.clock());
    }

    @AfterEach
    void assertInterrupted() {
        assertThat(store.reached).as("the test reached the step").isTrue();
    }

    private interface Action {
        void run() throws IOException;
    }

    /** Runs an action once, before a transaction begins, and an action before each of the next reads. */
    private static final class InterruptedStore extends ForwardingStore {

        private final Deque<Action> beforeReads = new ArrayDeque<>();
        private boolean isActing;
        private String step = "";
        private Action action = () -> {};
        private boolean reached;

        InterruptedStore(Store store) {
            super(store);
        }

        void before(String transaction, Action work) {
            step = "svc.blobs.files: " + transaction;
            action = work;
        }

        void beforeRead(Action work) {
            beforeReads.add(work);
        }

        private void run(Action work) {
            reached = true;
            isActing = true;
            try {
                work.run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                isActing = false;
            }
        }

        @Override
        public <R> R read(Scope scope, SnapshotCallback<R> work) {
            if (!isActing && !beforeReads.isEmpty()) {
                run(beforeReads.remove());
            }
            return super.read(scope, work);
        }

        @Override
        public <R> R write(Scope scope, TransactionCallback<R> work) {
            if (work.name().equals(step)) {
                step = "";
                run(action);
            }
            return super.write(scope, work);
        }
    }

    /** Stores the bytes in a pack that is compacted a day later. */
    private BlobId keptInAnOldPack() throws IOException {
        BlobId id = home.keep("o1", BYTES);
        BlobId other = home.keep("o1", Home.bytes(2, 9_000));
        home.clock().move(Duration.ofHours(26));
        home.keep("o1", Home.bytes(3, 10));
        home.blobs().remove("o1", other, Instant.MAX);
        return id;
    }

    private void assertComplete(BlobId id) throws IOException {
        home.blobs().compact(() -> true);
        assertThat(home.read("o1", id)).isEqualTo(BYTES);
        assertThat(home.hasDeadEntries()).isFalse();
        assertThat(home.blobs().rebuild(examined -> {}))
                .as("every entry has a row or is void")
                .isZero();
        assertThat(home.list("o1")).contains(id);
    }

    @Test
    void aBlobThatIsUploadedAgainWhileItIsMovedHasTheUploadedEntry() throws Exception {
        BlobId id = keptInAnOldPack();
        store.before("move blobs to another pack", () -> home.keep("o1", BYTES));
        home.blobs().compact(() -> true);
        assertThat(home.blobs().packs().path(1)).doesNotExist();
        assertComplete(id);
    }

    @Test
    void aBlobThatIsFoundBeforeItsPackIsDeletedIsReadFromItsNewEntry() throws Exception {
        BlobId id = keptInAnOldPack();
        StoredBlob stored = home.blobs().find("o1", id).orElseThrow();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        store.before("a pack is deleted", () -> stored.send(0, stored.size(), out));
        home.blobs().compact(() -> true);
        assertThat(out.toByteArray()).isEqualTo(BYTES);
        assertComplete(id);
    }

    /** Ends an erasure before a read. */
    private static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void aCompactionDuringAnInterruptedErasureLeavesNoBlobWithoutKey() throws Exception {
        int ended = 0;
        for (int compaction = 0; compaction < 6; compaction++) {
            for (int end = compaction + 1; end < 7; end++) {
                String organization = "c" + compaction + "e" + end;
                home.prepared(organization, BYTES); // The process ended before its commit.
                keptInAnOldPack();
                for (int read = 0; read < end; read++) {
                    store.beforeRead(read == compaction ? () -> home.blobs().compact(() -> true) : () -> {});
                }
                store.beforeRead(() -> {
                    throw new EndedException();
                });
                try {
                    home.blobs().eraseTenant(organization);
                } catch (EndedException e) {
                    ended++;
                }
                store.beforeReads.clear();
                for (BlobId id : home.list(organization)) {
                    assertThat(home.read(organization, id)).isEqualTo(BYTES);
                }
                home.blobs().eraseTenant(organization);
                assertThat(home.list(organization)).isEmpty();
            }
        }
        assertThat(ended).isPositive();
    }

    @Test
    void aBlobThatIsUploadedAgainWhileItIsRemovedStays() throws Exception {
        for (Instant untouchedSince : List.of(Instant.MAX, home.clock().now().plus(Duration.ofDays(1)))) {
            BlobId id = home.keep("o1", BYTES);
            store.before("remove blobs", () -> home.keep("o1", BYTES));
            assertThat(home.blobs().removeAll("o1", List.of(id), untouchedSince))
                    .isEmpty();
            assertComplete(id);
        }
    }

    @Test
    void aBlobThatIsUploadedAgainWhileItsEntryIsOverwrittenStays() throws Exception {
        BlobId id = home.keep("o1", BYTES);
        StoredBlob stored = home.blobs().find("o1", id).orElseThrow();
        store.before("removed blobs are overwritten", () -> home.keep("o1", BYTES));
        assertThat(home.blobs().removeAll("o1", List.of(id), Instant.MAX)).containsExactly(id);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        stored.send(0, stored.size(), out);
        assertThat(out.toByteArray()).as("the new entry").isEqualTo(BYTES);
        assertComplete(id);
    }

    @Test
    void anUploadThatWaitsSinceADayIsNotCommittedWhileItsPackIsCompared() throws Exception {
        PendingBlob pending = home.prepared("o1", BYTES);
        BlobId other = keptInAnOldPack();
        home.blobs().remove("o1", other, Instant.MAX);
        store.before(
                "wait for earlier commits",
                () -> assertThatThrownBy(() -> home.commit(pending)).hasMessageContaining("Send it again"));
        home.blobs().compact(() -> true);
        pending.discard();
        assertThat(home.keep("o1", BYTES)).isEqualTo(pending.id());
        assertComplete(pending.id());
    }

    @Test
    void aPackThatBeginsDuringAHealthCheckIsNotMissing() {
        store.beforeRead(() -> home.keep("o1", BYTES));
        assertThat(new PackOperations(home.blobs()).run())
                .singleElement()
                .satisfies(found -> assertThat(found.status()).isEqualTo(Finding.Status.OK));
    }
}
