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

    private BlobsFixture fixture;
    private Account ann;

    @BeforeEach
    void open() {
        fixture = new BlobsFixture(directory);
        ann = fixture.account("one", "ann");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private BlobRows.Use use() {
        return fixture.use(ann);
    }

    private static BlobRows.Use of(long used, long pending) {
        return new BlobRows.Use(used, pending);
    }

    private BlobId referred(String text, BlobReference owner) {
        BlobId id = fixture.upload(ann, text);
        assertThat(fixture.refer(ann, id, owner)).isTrue();
        return id;
    }

    @Test
    void countsReferencedBlobsOnceAndOthersAsPending() {
        BlobId id = fixture.upload(ann, "12345");
        assertThat(use()).isEqualTo(of(0, 5));
        fixture.upload(ann, "12345");
        assertThat(use()).as("the same bytes").isEqualTo(of(0, 5));
        fixture.refer(ann, id, ONE);
        fixture.refer(ann, id, TWO);
        assertThat(use()).isEqualTo(of(5, 0));
        fixture.release(ann, id, ONE);
        assertThat(use()).as("something still refers to it").isEqualTo(of(5, 0));
        fixture.release(ann, id, TWO);
        assertThat(use()).as("free at once").isEqualTo(of(0, 0));
    }

    @Test
    void rejectsABlobOverTheLimitWithoutATrace() throws Exception {
        fixture.people.limit(ann, 10);
        referred("123456", ONE);
        String five = "abcde";
        assertThatThrownBy(() -> fixture.upload(ann, five))
                .isInstanceOf(OverQuotaException.class)
                .hasMessageContaining("5 bytes more")
                .hasMessageContaining("may keep 10, and uses 6");
        assertThat(use()).isEqualTo(of(6, 0));
        assertThat(fixture.kept.list("one", Optional.empty(), 10)).as("files").hasSize(1);
        fixture.upload(ann, "abcd");
        assertThat(use()).as("up to the last byte").isEqualTo(of(6, 4));
        fixture.upload(ann, "abcd");
        fixture.upload(ann, "123456");
        assertThat(use()).as("what is there already is never refused").isEqualTo(of(6, 4));
    }

    @Test
    void destroyingFreesQuotaImmediately() {
        fixture.people.limit(ann, 10);
        BlobId first = referred("1234567890", ONE);
        fixture.release(ann, first, ONE);
        BlobId second = referred("abcdefghij", TWO);
        assertThatThrownBy(() -> fixture.refer(ann, first, ONE)).isInstanceOf(OverQuotaException.class);
        assertThat(use()).isEqualTo(of(10, 0));
        fixture.release(ann, second, TWO);
        assertThat(fixture.refer(ann, first, ONE))
                .as("the bytes are still there")
                .isTrue();
        assertThat(use()).isEqualTo(of(10, 0));
    }

    @Test
    void aLimitBelowTheUsageKeepsBlobsAndRejectsNewOnes() {
        BlobId id = referred("1234567890", ONE);
        BlobId waiting = fixture.upload(ann, "abc");
        fixture.people.limit(ann, 5);
        assertThatThrownBy(() -> fixture.upload(ann, "x")).isInstanceOf(OverQuotaException.class);
        assertThatThrownBy(() -> fixture.refer(ann, waiting, ONE)).isInstanceOf(OverQuotaException.class);
        assertThat(fixture.text(ann, id)).hasValue("1234567890");
        assertThat(fixture.refer(ann, id, TWO)).as("nothing more").isTrue();
        assertThat(use()).isEqualTo(of(10, 3));
    }

    /** RFC 8620 §6: unreferenced blobs are removed, the oldest first, but not within an hour of their upload. */
    @Test
    void removesTheOldestUnreferencedBlobsFirst() throws Exception {
        fixture.people.limit(ann, 10);
        BlobId oldest = fixture.upload(ann, "aaaa");
        fixture.clock.move(Duration.ofMinutes(1));
        BlobId older = fixture.upload(ann, "bbbb");
        fixture.clock.move(Duration.ofMinutes(58));
        assertThatThrownBy(() -> fixture.upload(ann, "ccc")).isInstanceOf(OverQuotaException.class);
        assertThat(use()).isEqualTo(of(0, 8));
        fixture.clock.move(Duration.ofMinutes(5));
        BlobId young = fixture.upload(ann, "ccc");
        assertThat(fixture.text(ann, oldest)).isEmpty();
        assertThat(fixture.text(ann, older)).hasValue("bbbb");
        assertThat(fixture.text(ann, young)).hasValue("ccc");
        assertThat(use()).isEqualTo(of(0, 7));
        assertThat(fixture.kept.list("one", Optional.empty(), 10)).as("files").containsExactlyInAnyOrder(older, young);
        fixture.refer(ann, young, ONE);
        assertThatThrownBy(() -> fixture.upload(ann, "eeeeeeee"))
                .as("there would be no room without all of them")
                .isInstanceOf(OverQuotaException.class);
        assertThat(fixture.text(ann, older)).as("and then they stay").hasValue("bbbb");
    }

    @Test
    void doesNotCountExtractedPartsTwice() throws Exception {
        fixture.people.limit(ann, 10);
        referred("1234567890", ONE);
        try (svc.api.blob.BlobStore.BlobWriter draft = fixture.blobs.newBlob(ann)) {
            draft.out().write("12345".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            draft.out().close();
            fixture.blobs.restore(ann, draft);
        }
        assertThat(use()).isEqualTo(of(10, 0));
        assertThatThrownBy(() -> fixture.upload(ann, "12345")).isInstanceOf(OverQuotaException.class);
    }

    @Test
    void namesTheBlobsOverTheQuotaOfABatch() {
        BlobId two = fixture.upload(ann, "12");
        BlobId five = fixture.upload(ann, "12345");
        BlobId four = fixture.upload(ann, "1234");
        BlobId used = referred("123", ONE);
        fixture.people.limit(ann, 9);
        Map<BlobId, OverQuotaException> beyond = fixture.store.read(
                StoredAccountBlobs.scope(ann),
                snapshot -> fixture.blobs.exceedingQuota(snapshot, List.of(two, five, used, four, two)));
        assertThat(beyond.keySet()).containsExactly(five);
    }

    @Test
    void concurrentWritesCannotShareTheSameQuota() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 20; round++) {
                Account account = fixture.account("one", "r" + round);
                fixture.people.limit(account, 29);
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
                assertThat(fixture.use(account).pending()).isEqualTo(22);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private boolean uploaded(Account account, String text) {
        try {
            fixture.upload(account, text);
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
        AccessibleAccount guest = new AccessibleAccount(ann, false, 99, Map.of("urn:x", Access.WRITE), 1);
        assertThat(refusal.messageFor(guest)).contains("5 bytes more").doesNotContain("10", "7");
    }

    @Test
    void findsAndCorrectsWrongCounts() {
        referred("12345", ONE);
        fixture.upload(ann, "123");
        UsageCountsCheck check = new UsageCountsCheck(fixture.store);
        assertThat(check.run()).allMatch(finding -> finding.status() == Finding.Status.OK);
        fixture.store.write(
                StoredAccountBlobs.scope(ann),
                tx -> tx.sql().update("UPDATE account SET used_bytes = 77, pending_bytes = 0 WHERE n = :account"));
        assertThat(check.run()).allMatch(finding -> finding.status() == Finding.Status.FAIL);
        assertThat(Recount.correct(fixture.store, StoredAccountBlobs.scope(ann)))
                .isTrue();
        assertThat(use()).isEqualTo(of(5, 3));
        assertThat(Recount.correct(fixture.store, StoredAccountBlobs.scope(ann)))
                .isFalse();
    }
}
