package svc.blobs.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.blob.BlobId;
import svc.api.blob.OverQuotaException;
import svc.api.health.Finding;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;

/** The quota of an account (DOM-02). */
class QuotaEnforcementTest {

    private static final BlobReference ONE = new BlobReference("Note", 1, 'n');
    private static final BlobReference TWO = new BlobReference("Note", 2, 'n');

    @TempDir
    Path directory;

    private BlobsFixture depot;
    private Account ann;

    @BeforeEach
    void open() {
        depot = new BlobsFixture(directory);
        ann = depot.account("one", "ann");
    }

    @AfterEach
    void close() {
        depot.close();
    }

    private BlobRows.Use use() {
        return depot.use(ann);
    }

    private static BlobRows.Use of(long used, long pending) {
        return new BlobRows.Use(used, pending);
    }

    private BlobId referred(String text, BlobReference owner) {
        BlobId id = depot.upload(ann, text);
        assertThat(depot.refer(ann, id, owner)).isTrue();
        return id;
    }

    @Test
    void countsReferencedBlobsOnceAndOthersAsPending() {
        BlobId id = depot.upload(ann, "12345");
        assertThat(use()).isEqualTo(of(0, 5));
        depot.upload(ann, "12345");
        assertThat(use()).as("the same bytes").isEqualTo(of(0, 5));
        depot.refer(ann, id, ONE);
        depot.refer(ann, id, TWO);
        assertThat(use()).isEqualTo(of(5, 0));
        depot.release(ann, id, ONE);
        assertThat(use()).as("something still refers to it").isEqualTo(of(5, 0));
        depot.release(ann, id, TWO);
        assertThat(use()).as("free at once").isEqualTo(of(0, 0));
    }

    @Test
    void rejectsABlobOverTheLimitWithoutATrace() throws Exception {
        depot.people.limit(ann, 10);
        referred("123456", ONE);
        String five = "abcde";
        assertThatThrownBy(() -> depot.upload(ann, five))
                .isInstanceOf(OverQuotaException.class)
                .hasMessageContaining("5 bytes more")
                .hasMessageContaining("may keep 10, and uses 6");
        assertThat(use()).isEqualTo(of(6, 0));
        assertThat(depot.kept.list("one", Optional.empty(), 10)).as("files").hasSize(1);
        depot.upload(ann, "abcd");
        assertThat(use()).as("up to the last byte").isEqualTo(of(6, 4));
        depot.upload(ann, "abcd");
        depot.upload(ann, "123456");
        assertThat(use()).as("what is there already is never refused").isEqualTo(of(6, 4));
    }

    @Test
    void destroyingFreesQuotaImmediately() {
        depot.people.limit(ann, 10);
        BlobId first = referred("1234567890", ONE);
        depot.release(ann, first, ONE);
        BlobId second = referred("abcdefghij", TWO);
        assertThatThrownBy(() -> depot.refer(ann, first, ONE)).isInstanceOf(OverQuotaException.class);
        assertThat(use()).isEqualTo(of(10, 0));
        depot.release(ann, second, TWO);
        assertThat(depot.refer(ann, first, ONE)).as("the bytes are still there").isTrue();
        assertThat(use()).isEqualTo(of(10, 0));
    }

    @Test
    void aLimitBelowTheUsageKeepsBlobsAndRejectsNewOnes() {
        BlobId id = referred("1234567890", ONE);
        BlobId waiting = depot.upload(ann, "abc");
        depot.people.limit(ann, 5);
        assertThatThrownBy(() -> depot.upload(ann, "x")).isInstanceOf(OverQuotaException.class);
        assertThatThrownBy(() -> depot.refer(ann, waiting, ONE)).isInstanceOf(OverQuotaException.class);
        assertThat(depot.text(ann, id)).hasValue("1234567890");
        assertThat(depot.refer(ann, id, TWO)).as("nothing more").isTrue();
        assertThat(use()).isEqualTo(of(10, 3));
    }

    /** RFC 8620 §6: unreferenced blobs are removed, the oldest first, but not within an hour of their upload. */
    @Test
    void removesTheOldestUnreferencedBlobsFirst() throws Exception {
        depot.people.limit(ann, 10);
        BlobId oldest = depot.upload(ann, "aaaa");
        depot.clock.move(Duration.ofMinutes(1));
        BlobId older = depot.upload(ann, "bbbb");
        depot.clock.move(Duration.ofMinutes(58));
        assertThatThrownBy(() -> depot.upload(ann, "ccc")).isInstanceOf(OverQuotaException.class);
        assertThat(use()).isEqualTo(of(0, 8));
        depot.clock.move(Duration.ofMinutes(5));
        BlobId young = depot.upload(ann, "ccc");
        assertThat(depot.text(ann, oldest)).isEmpty();
        assertThat(depot.text(ann, older)).hasValue("bbbb");
        assertThat(depot.text(ann, young)).hasValue("ccc");
        assertThat(use()).isEqualTo(of(0, 7));
        assertThat(depot.kept.list("one", Optional.empty(), 10)).as("files").containsExactlyInAnyOrder(older, young);
        depot.refer(ann, young, ONE);
        assertThatThrownBy(() -> depot.upload(ann, "eeeeeeee"))
                .as("there would be no room without all of them")
                .isInstanceOf(OverQuotaException.class);
        assertThat(depot.text(ann, older)).as("and then they stay").hasValue("bbbb");
    }

    @Test
    void doesNotCountExtractedPartsTwice() throws Exception {
        depot.people.limit(ann, 10);
        referred("1234567890", ONE);
        try (svc.api.blob.BlobStore.BlobWriter draft = depot.blobs.newBlob(ann)) {
            draft.out().write("12345".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            draft.out().close();
            depot.blobs.restore(ann, draft);
        }
        assertThat(use()).isEqualTo(of(10, 0));
        assertThatThrownBy(() -> depot.upload(ann, "12345")).isInstanceOf(OverQuotaException.class);
    }

    @Test
    void namesTheBlobsOverTheQuotaOfABatch() {
        BlobId two = depot.upload(ann, "12");
        BlobId five = depot.upload(ann, "12345");
        BlobId four = depot.upload(ann, "1234");
        BlobId used = referred("123", ONE);
        depot.people.limit(ann, 9);
        Map<BlobId, OverQuotaException> beyond = depot.store.read(
                StoredAccountBlobs.scope(ann),
                snapshot -> depot.blobs.exceedingQuota(snapshot, List.of(two, five, used, four, two)));
        assertThat(beyond.keySet()).containsExactly(five);
    }

    @Test
    void concurrentWritesCannotShareTheSameQuota() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 20; round++) {
                Account account = depot.account("one", "r" + round);
                depot.people.limit(account, 29);
                List<Callable<Boolean>> uploads = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    String text = "0123456-" + i + "-" + round % 10;
                    uploads.add(() -> uploaded(account, text));
                }
                int kept = 0;
                for (Future<Boolean> upload : threads.invokeAll(uploads)) {
                    kept += upload.get() ? 1 : 0;
                }
                assertThat(kept).isEqualTo(2);
                assertThat(depot.use(account).pending()).isEqualTo(22);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private boolean uploaded(Account account, String text) {
        try {
            depot.upload(account, text);
            return true;
        } catch (OverQuotaException e) {
            return false;
        }
    }

    /** RFC 9425 §8: the usage of other users is confidential. */
    @Test
    void hidesTheUsageFromAnotherUploader() {
        OverQuotaException refusal = new OverQuotaException(10, 7, 1, 5);
        assertThat(refusal.messageFor(AccessibleAccount.own(ann))).contains("10", "7", "1");
        AccessibleAccount guest = new AccessibleAccount(ann, false, Map.of("urn:x", Access.WRITE), 1);
        assertThat(refusal.messageFor(guest)).contains("5 bytes more").doesNotContain("10", "7");
    }

    @Test
    void findsAndCorrectsWrongCounts() {
        referred("12345", ONE);
        depot.upload(ann, "123");
        UsageCountsCheck check = new UsageCountsCheck(depot.store);
        assertThat(check.run()).allMatch(finding -> finding.status() == Finding.Status.OK);
        depot.store.write(
                StoredAccountBlobs.scope(ann),
                tx -> tx.sql().update("UPDATE account SET used_bytes = 77, pending_bytes = 0 WHERE n = :account"));
        assertThat(check.run()).allMatch(finding -> finding.status() == Finding.Status.FAIL);
        assertThat(Recount.correct(depot.store, StoredAccountBlobs.scope(ann))).isTrue();
        assertThat(use()).isEqualTo(of(5, 3));
        assertThat(Recount.correct(depot.store, StoredAccountBlobs.scope(ann))).isFalse();
    }
}
