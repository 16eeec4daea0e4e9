package svc.blobs.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.OverQuotaException;
import svc.api.identity.Account;
import svc.api.store.StoreException;
import svc.testkit.Covers;

class StoredAccountBlobsTest {

    private static final BlobReference NOTE = new BlobReference("Note", 3, 'n');

    @TempDir
    Path directory;

    private BlobsFixture depot;
    private Account ann;
    private Account bob;
    private Account eve;

    @BeforeEach
    void open() {
        depot = new BlobsFixture(directory);
        ann = depot.account("o1", "ann");
        bob = depot.account("o1", "bob");
        eve = depot.account("o2", "eve");
    }

    @AfterEach
    void close() {
        depot.close();
    }

    @Test
    @Covers(value = "BLOB-15", part = "below HTTP")
    void aBlobIsVisibleOnlyToAccountsThatHoldIt() {
        BlobId id = depot.upload(ann, "hello");
        assertThat(depot.text(ann, id)).hasValue("hello");
        assertThat(depot.text(bob, id)).isEmpty();
        assertThat(depot.text(eve, id)).isEmpty();
        assertThat(depot.upload(eve, "hello")).isEqualTo(id);
        assertThat(depot.text(eve, id)).hasValue("hello");
        assertThat(depot.text(bob, id)).isEmpty();
    }

    @Test
    @Covers(value = "BLOB-15", part = "below HTTP")
    void anUploadIntoASharedAccountIsVisibleToTheUploaderUntilReferenced() {
        BlobId id = depot.upload(ann, bob, "from bob");
        assertThat(depot.sees(bob, ann, id, Map.of())).isTrue();
        assertThat(depot.sees(ann, ann, id, Map.of())).isFalse();
        assertThat(depot.sees(bob, bob, id, Map.of())).isFalse();
        assertThat(depot.refer(ann, id, NOTE)).isTrue();
        assertThat(depot.sees(ann, ann, id, Map.of())).isTrue();
        depot.release(ann, id, NOTE);
        assertThat(depot.sees(ann, ann, id, Map.of())).isFalse();
        depot.upload(ann, "from bob");
        assertThat(depot.sees(ann, ann, id, Map.of())).isTrue();
        assertThat(depot.sees(bob, ann, id, Map.of())).isTrue();
    }

    @Test
    @Covers(value = "BLOB-15", part = "below HTTP")
    void anAccountCanHoldABlobOfAnotherAccount() {
        BlobId id = depot.upload(ann, "hello");
        assertThat(depot.copy(bob, ann, id)).as("not held there").isEmpty();
        assertThat(depot.copy(ann, bob, id).map(BlobsFixture::text)).hasValue("hello");
        assertThat(depot.counted()).as("no byte moved").isEqualTo(Map.of("o1", List.of(1L, 5L)));
        depot.erase(ann);
        assertThat(depot.text(bob, id)).hasValue("hello");
        assertThat(depot.copy(bob, eve, id).map(BlobsFixture::text)).hasValue("hello");
        depot.erase(bob);
        assertThat(depot.text(eve, id)).as("bytes of its own organization").hasValue("hello");
        assertThat(depot.counted()).isEqualTo(Map.of("o1", List.of(0L, 0L), "o2", List.of(1L, 5L)));
        depot.people.limit(ann, 4);
        assertThatExceptionOfType(OverQuotaException.class).isThrownBy(() -> depot.copy(eve, ann, id));
        depot.people.limit(bob, 4);
        Account ada = depot.account("o1", "ada");
        BlobId again = depot.upload(ada, "hello");
        assertThatExceptionOfType(OverQuotaException.class).isThrownBy(() -> depot.copy(ada, bob, again));
        assertThat(depot.text(bob, again)).isEmpty();
    }

    @Test
    void reportsEachReferenceOnce() {
        BlobId id = depot.upload(ann, "hello");
        BlobId none = depot.upload(bob, "none of hers");
        assertThat(depot.refer(ann, none, NOTE)).isFalse();
        assertThat(depot.refer(ann, id, NOTE)).isTrue();
        assertThat(depot.refer(ann, id, NOTE)).isTrue();
        assertThat(depot.refer(ann, id, new BlobReference("Card", 3, 'c'))).isTrue();
        Map<BlobId, Set<BlobReference>> owners = depot.store.read(
                StoredAccountBlobs.scope(ann),
                snapshot -> depot.blobs.references(snapshot, List.of(id, none), Set.of("Note", "Other")));
        assertThat(owners).isEqualTo(Map.of(id, Set.of(NOTE)));
        depot.release(ann, id, NOTE);
        depot.release(ann, id, NOTE);
        assertThat(depot.store.<Map<BlobId, Set<BlobReference>>>read(
                        StoredAccountBlobs.scope(ann),
                        snapshot -> depot.blobs.references(snapshot, List.of(id), Set.of("Note"))))
                .isEmpty();
    }

    @Test
    void countsBlobsAsTheyAreAddedAndRemoved() {
        depot.upload(ann, "12345");
        depot.upload(bob, "12345");
        depot.upload(ann, "123");
        depot.upload(ann, "123");
        assertThat(depot.counted()).isEqualTo(Map.of("o1", List.of(2L, 8L)));
        depot.upload(eve, "12345");
        depot.erase(ann);
        assertThat(depot.counted()).isEqualTo(Map.of("o1", List.of(1L, 5L), "o2", List.of(1L, 5L)));
    }

    @Test
    void doesNotKeepABlobWithoutAccount() {
        Account nobody = new Account(99, "o1", "x@o1.test", "x");
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> depot.upload(nobody, "hello"));
        assertThat(depot.bytes.list("o1", Optional.empty(), 1)).isEmpty();
    }

    @Test
    void doesNotKeepABlobWhoseBytesAnotherAccountRemovesMeanwhile() throws IOException {
        try (BlobWriter draft = depot.blobs.newBlob(ann)) {
            draft.out().write(7);
            draft.out().close();
            BlobWriter interrupted = new InterruptedWriter(draft, () -> {
                depot.people.limit(bob, 0);
                assertThatExceptionOfType(OverQuotaException.class).isThrownBy(() -> depot.upload(bob, "\7"));
            });
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> depot.blobs.keep(ann, interrupted))
                    .withMessageContaining("Send it again");
        }
        assertThat(depot.text(ann, depot.upload(ann, "\7"))).hasValue("\7");
    }

    /** A writer that runs an action after the bytes are stored and before their row is. */
    private record InterruptedWriter(BlobWriter writer, Runnable action) implements BlobWriter {

        @Override
        public OutputStream out() {
            return writer.out();
        }

        @Override
        public long size() {
            return writer.size();
        }

        @Override
        public BlobId commit() throws IOException {
            BlobId id = writer.commit();
            action.run();
            return id;
        }

        @Override
        public void close() throws IOException {
            writer.close();
        }
    }

    @Test
    @Covers(value = "ADM-10", part = "blobs above their bytes")
    void erasureRemovesBlobsThatNoOtherAccountHolds() {
        BlobId own = depot.upload(ann, "ann alone");
        BlobId both = depot.upload(ann, "ann and bob");
        depot.upload(bob, "ann and bob");
        BlobId elsewhere = depot.upload(eve, "ann alone");
        BlobId guest = depot.upload(bob, ann, "ann at bob");
        depot.refer(ann, own, NOTE);
        depot.erase(ann);
        assertThat(depot.bytes.find("o1", own)).isEmpty();
        assertThat(depot.bytes.find("o1", both)).isPresent();
        assertThat(depot.text(bob, both)).hasValue("ann and bob");
        assertThat(depot.text(eve, elsewhere)).hasValue("ann alone");
        assertThat(depot.sees(ann, bob, guest, Map.of())).isFalse();
    }
}
