package svc.blobs.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.BlobStore.PendingBlob;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.blobs.files.pack.PackRows;
import svc.testkit.ForwardingStore;
import svc.testkit.SettableWallClock;

/** Uploads and reads between two steps of a compaction or removal. */
final class PackRacesTest {

    private static final byte[] BYTES = Home.bytes(1, 1_000);

    @TempDir
    private Path directory;

    private PackHome home;
    private InterruptedStore store;

    @BeforeEach
    void start() throws IOException {
        PackHome started = PackHome.started(directory, new SettableWallClock());
        store = new InterruptedStore(started.store());
        PackedBlobs blobs = PackedBlobs.in(directory, store, started.clock());
        home = new PackHome(directory, started.store(), blobs, started.clock());
    }

    @AfterEach
    void stop() {
        assertThat(store.reached).as("the test reached the step").isTrue();
        home.close();
    }

    /** Runs an action once, before a transaction begins. */
    private static final class InterruptedStore extends ForwardingStore {

        private String transaction = "";
        private Callable<?> action = () -> true;
        private boolean reached;

        InterruptedStore(Store store) {
            super(store);
        }

        void before(String next, Callable<?> work) {
            transaction = "svc.blobs.files: " + next;
            action = work;
        }

        @Override
        public <R> R write(Scope scope, TransactionCallback<R> work) {
            if (work.name().equals(transaction)) {
                transaction = "";
                reached = true;
                try {
                    action.call();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
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
        assertThat(home.store()
                        .<Boolean>read(
                                Scope.system(),
                                snapshot -> PackRows.dead(snapshot.sql(), 1).isEmpty()))
                .isTrue();
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
        store.before("a pack is deleted", () -> {
            stored.send(0, stored.size(), out);
            return true;
        });
        home.blobs().compact(() -> true);
        assertThat(out.toByteArray()).isEqualTo(BYTES);
        assertComplete(id);
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
        PendingBlob pending;
        try (BlobWriter draft = home.blobs().newBlob("o1")) {
            draft.out().write(BYTES);
            draft.out().close();
            pending = draft.prepare();
        }
        BlobId other = keptInAnOldPack();
        home.blobs().remove("o1", other, Instant.MAX);
        store.before("wait for earlier commits", () -> {
            assertThatThrownBy(() -> home.store().write(Scope.system(), tx -> {
                        pending.commitIn(tx);
                        return true;
                    }))
                    .hasMessageContaining("Send it again");
            return true;
        });
        home.blobs().compact(() -> true);
        pending.discard();
        assertThat(home.keep("o1", BYTES)).isEqualTo(pending.id());
        assertComplete(pending.id());
    }
}
