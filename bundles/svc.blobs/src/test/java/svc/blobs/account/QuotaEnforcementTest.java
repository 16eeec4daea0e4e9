package svc.blobs;

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
import svc.api.blob.BlobId;
import svc.api.blob.Blobs.Owner;
import svc.api.blob.OverQuota;
import svc.api.health.Finding;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.api.identity.Reach;

/** What an account may keep (DOM-02). */
class AllowanceTest {

    private static final Owner ONE = new Owner("Note", 1, 'n');
    private static final Owner TWO = new Owner("Note", 2, 'n');

    @TempDir
    Path directory;

    private Depot depot;
    private Account ann;

    @BeforeEach
    void open() {
        depot = new Depot(directory);
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

    private BlobId referred(String text, Owner owner) {
        BlobId id = depot.upload(ann, text);
        assertThat(depot.refer(ann, id, owner)).isTrue();
        return id;
    }

    @Test
    void whatIsReferredToIsUsedOnceAndWhatIsNotIsPending() {
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
    void whatWouldGoBeyondTheLimitIsRefusedAndLeavesNothing() throws Exception {
        depot.people.limit(ann, 10);
        referred("123456", ONE);
        String five = "abcde";
        assertThatThrownBy(() -> depot.upload(ann, five))
                .isInstanceOf(OverQuota.class)
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
    void whatIsDestroyedMakesRoomAtOnceAndCannotComeBackBesideWhatTookItsPlace() {
        depot.people.limit(ann, 10);
        BlobId first = referred("1234567890", ONE);
        depot.release(ann, first, ONE);
        BlobId second = referred("abcdefghij", TWO);
        assertThatThrownBy(() -> depot.refer(ann, first, ONE)).isInstanceOf(OverQuota.class);
        assertThat(use()).isEqualTo(of(10, 0));
        depot.release(ann, second, TWO);
        assertThat(depot.refer(ann, first, ONE)).as("the bytes are still there").isTrue();
        assertThat(use()).isEqualTo(of(10, 0));
    }

    @Test
    void aLimitBelowWhatIsUsedLosesNothingAndLetsNothingIn() {
        BlobId id = referred("1234567890", ONE);
        BlobId waiting = depot.upload(ann, "abc");
        depot.people.limit(ann, 5);
        assertThatThrownBy(() -> depot.upload(ann, "x")).isInstanceOf(OverQuota.class);
        assertThatThrownBy(() -> depot.refer(ann, waiting, ONE)).isInstanceOf(OverQuota.class);
        assertThat(depot.text(ann, id)).hasValue("1234567890");
        assertThat(depot.refer(ann, id, TWO)).as("nothing more").isTrue();
        assertThat(use()).isEqualTo(of(10, 3));
    }

    /** RFC 8620 §6: unreferenced blobs give way, oldest first, but not before an hour is over. */
    @Test
    void whatNothingRefersToGivesWayTheOldestFirst() throws Exception {
        depot.people.limit(ann, 10);
        BlobId oldest = depot.upload(ann, "aaaa");
        depot.clock.move(Duration.ofMinutes(1));
        BlobId older = depot.upload(ann, "bbbb");
        depot.clock.move(Duration.ofMinutes(58));
        assertThatThrownBy(() -> depot.upload(ann, "ccc")).isInstanceOf(OverQuota.class);
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
                .isInstanceOf(OverQuota.class);
        assertThat(depot.text(ann, older)).as("and then they stay").hasValue("bbbb");
    }

    @Test
    void whatIsFoundAsAPartOfSomethingElseIsNotCountedTwice() throws Exception {
        depot.people.limit(ann, 10);
        referred("1234567890", ONE);
        try (svc.api.blob.BlobStore.Draft draft = depot.blobs.draft(ann)) {
            draft.out().write("12345".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            draft.out().close();
            depot.blobs.restore(ann, draft);
        }
        assertThat(use()).isEqualTo(of(10, 0));
        assertThatThrownBy(() -> depot.upload(ann, "12345")).isInstanceOf(OverQuota.class);
    }

    @Test
    void ofManyThatCanBeReferredToAtOnceThoseAreNamedThatAreBeyond() {
        BlobId two = depot.upload(ann, "12");
        BlobId five = depot.upload(ann, "12345");
        BlobId four = depot.upload(ann, "1234");
        BlobId used = referred("123", ONE);
        depot.people.limit(ann, 9);
        Map<BlobId, OverQuota> beyond = depot.store.read(
                KeptBlobs.scope(ann), snapshot -> depot.blobs.beyond(snapshot, List.of(two, five, used, four, two)));
        assertThat(beyond.keySet()).containsExactly(five);
    }

    @Test
    void twoAtOnceDoNotTakeTheSameRoom() throws Exception {
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
        } catch (OverQuota e) {
            return false;
        }
    }

    /** RFC 9425 §8: what others use is confidential. */
    @Test
    void aGuestIsNotToldHowFullTheAccountIs() {
        OverQuota refusal = new OverQuota(10, 7, 1, 5);
        assertThat(refusal.told(Reach.own(ann))).contains("10", "7", "1");
        Reach guest = new Reach(ann, false, Map.of("urn:x", Access.WRITE), 1);
        assertThat(refusal.told(guest)).contains("5 bytes more").doesNotContain("10", "7");
    }

    @Test
    void countsThatAreWrongAreFoundAndMended() {
        referred("12345", ONE);
        depot.upload(ann, "123");
        UseCheck check = new UseCheck(depot.store);
        assertThat(check.examine()).allMatch(finding -> finding.status() == Finding.Status.OK);
        depot.store.write(
                KeptBlobs.scope(ann),
                tx -> tx.sql().change("UPDATE account SET used_bytes = 77, pending_bytes = 0 WHERE n = :account"));
        assertThat(check.examine()).allMatch(finding -> finding.status() == Finding.Status.FAIL);
        assertThat(Recount.mend(depot.store, KeptBlobs.scope(ann))).isTrue();
        assertThat(use()).isEqualTo(of(5, 3));
        assertThat(Recount.mend(depot.store, KeptBlobs.scope(ann))).isFalse();
    }
}
