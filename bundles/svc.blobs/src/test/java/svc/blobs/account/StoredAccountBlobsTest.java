package svc.blobs.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.OverQuotaException;
import svc.api.identity.Account;
import svc.api.store.StoreException;
import svc.testkit.Covers;

class StoredAccountBlobsTest extends TwoAccountsFixture {

    private static final BlobReference NOTE = new BlobReference("Note", 3, 'n');

    private Account eve;

    @BeforeEach
    void createAccountOfAnotherOrganization() {
        eve = fixture.account("o2", "eve");
    }

    @Test
    @Covers(value = "BLOB-15", part = "below HTTP")
    void aBlobIsVisibleOnlyToAccountsThatHoldIt() {
        BlobId id = fixture.upload(ann, "hello");
        assertThat(fixture.text(ann, id)).hasValue("hello");
        assertThat(fixture.text(bob, id)).isEmpty();
        assertThat(fixture.text(eve, id)).isEmpty();
        assertThat(fixture.upload(eve, "hello")).isEqualTo(id);
        assertThat(fixture.text(eve, id)).hasValue("hello");
        assertThat(fixture.text(bob, id)).isEmpty();
    }

    @Test
    @Covers(value = "BLOB-15", part = "below HTTP")
    void anUploadIntoASharedAccountIsVisibleToTheUploaderUntilReferenced() {
        BlobId id = fixture.upload(ann, bob, "from bob");
        assertThat(fixture.sees(bob, ann, id, Map.of())).isTrue();
        assertThat(fixture.sees(ann, ann, id, Map.of())).isFalse();
        assertThat(fixture.sees(bob, bob, id, Map.of())).isFalse();
        assertThat(fixture.refer(ann, id, NOTE)).isTrue();
        assertThat(fixture.sees(ann, ann, id, Map.of())).isTrue();
        fixture.release(ann, id, NOTE);
        assertThat(fixture.sees(ann, ann, id, Map.of())).isFalse();
        fixture.upload(ann, "from bob");
        assertThat(fixture.sees(ann, ann, id, Map.of())).isTrue();
        assertThat(fixture.sees(bob, ann, id, Map.of())).isTrue();
    }

    @Test
    @Covers(value = "BLOB-15", part = "below HTTP")
    void anAccountCanHoldABlobOfAnotherAccount() {
        BlobId id = fixture.upload(ann, "hello");
        assertThat(fixture.copy(bob, ann, id)).as("not held there").isEmpty();
        assertThat(fixture.copy(ann, bob, id).map(BlobsFixture::text)).hasValue("hello");
        assertThat(fixture.counted()).as("no byte moved").isEqualTo(Map.of("o1", List.of(1L, 5L)));
        fixture.erase(ann);
        assertThat(fixture.text(bob, id)).hasValue("hello");
        assertThat(fixture.copy(bob, eve, id).map(BlobsFixture::text)).hasValue("hello");
        fixture.erase(bob);
        assertThat(fixture.text(eve, id)).as("bytes of its own organization").hasValue("hello");
        assertThat(fixture.counted()).isEqualTo(Map.of("o1", List.of(0L, 0L), "o2", List.of(1L, 5L)));
        fixture.people.limit(ann, 4);
        assertThatExceptionOfType(OverQuotaException.class).isThrownBy(() -> fixture.copy(eve, ann, id));
        fixture.people.limit(bob, 4);
        Account ada = fixture.account("o1", "ada");
        BlobId again = fixture.upload(ada, "hello");
        assertThatExceptionOfType(OverQuotaException.class).isThrownBy(() -> fixture.copy(ada, bob, again));
        assertThat(fixture.text(bob, again)).isEmpty();
    }

    @Test
    void reportsEachReferenceOnce() {
        BlobId id = fixture.upload(ann, "hello");
        BlobId none = fixture.upload(bob, "none of hers");
        assertThat(fixture.refer(ann, none, NOTE)).isFalse();
        assertThat(fixture.refer(ann, id, NOTE)).isTrue();
        assertThat(fixture.refer(ann, id, NOTE)).isTrue();
        assertThat(fixture.refer(ann, id, new BlobReference("Card", 3, 'c'))).isTrue();
        Map<BlobId, Set<BlobReference>> owners = fixture.store.read(
                StoredAccountBlobs.scope(ann),
                snapshot -> fixture.blobs.references(snapshot, List.of(id, none), Set.of("Note", "Other")));
        assertThat(owners).isEqualTo(Map.of(id, Set.of(NOTE)));
        fixture.release(ann, id, NOTE);
        fixture.release(ann, id, NOTE);
        assertThat(fixture.store.<Map<BlobId, Set<BlobReference>>>read(
                        StoredAccountBlobs.scope(ann),
                        snapshot -> fixture.blobs.references(snapshot, List.of(id), Set.of("Note"))))
                .isEmpty();
    }

    @Test
    void countsBlobsAsTheyAreAddedAndRemoved() {
        fixture.upload(ann, "12345");
        fixture.upload(bob, "12345");
        fixture.upload(ann, "123");
        fixture.upload(ann, "123");
        assertThat(fixture.counted()).isEqualTo(Map.of("o1", List.of(2L, 8L)));
        fixture.upload(eve, "12345");
        fixture.erase(ann);
        assertThat(fixture.counted()).isEqualTo(Map.of("o1", List.of(1L, 5L), "o2", List.of(1L, 5L)));
    }

    @Test
    void doesNotKeepABlobWithoutAccount() {
        Account nobody = new Account(99, "o1", "x@o1.test", "x");
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> fixture.upload(nobody, "hello"));
        assertThat(fixture.bytes.list("o1", Optional.empty(), 1)).isEmpty();
    }

    @Test
    void doesNotKeepABlobWhoseBytesAnotherAccountRemovesMeanwhile() throws IOException {
        try (BlobWriter draft = fixture.blobs.newBlob(ann)) {
            draft.out().write(7);
            draft.out().close();
            BlobWriter interrupted = new InterruptedWriter(draft, () -> {
                fixture.people.limit(bob, 0);
                assertThatExceptionOfType(OverQuotaException.class).isThrownBy(() -> fixture.upload(bob, "\7"));
            });
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> fixture.blobs.keep(ann, interrupted))
                    .withMessageContaining("Send it again");
        }
        assertThat(fixture.text(ann, fixture.upload(ann, "\7"))).hasValue("\7");
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
        BlobId own = fixture.upload(ann, "ann alone");
        BlobId both = fixture.upload(ann, "ann and bob");
        fixture.upload(bob, "ann and bob");
        BlobId elsewhere = fixture.upload(eve, "ann alone");
        BlobId guest = fixture.upload(bob, ann, "ann at bob");
        fixture.refer(ann, own, NOTE);
        fixture.erase(ann);
        assertThat(fixture.bytes.find("o1", own)).isEmpty();
        assertThat(fixture.bytes.find("o1", both)).isPresent();
        assertThat(fixture.text(bob, both)).hasValue("ann and bob");
        assertThat(fixture.text(eve, elsewhere)).hasValue("ann alone");
        assertThat(fixture.sees(ann, bob, guest, Map.of())).isFalse();
    }
}
