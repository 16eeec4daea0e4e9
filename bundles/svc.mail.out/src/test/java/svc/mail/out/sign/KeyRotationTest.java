package svc.mail.out.sign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static svc.mail.out.sign.SigningFixture.ANN;
import static svc.mail.out.sign.SigningFixture.HOST;
import static svc.mail.out.sign.SigningFixture.live;
import static svc.mail.out.sign.SigningFixture.message;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.delivery.DkimKeys.KeyRecord;
import svc.api.delivery.DkimKeys.State;
import svc.api.store.MultiScopeCallback;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.store.TransactionCallback;
import svc.mailauth.Signer;
import svc.mailauth.Zone;
import svc.testkit.ForwardingStore;

/** The states of the keys: new ones wait for DNS, old ones stay for some days. */
final class KeyRotationTest {

    @TempDir
    Path folder;

    private SigningFixture server;

    @BeforeEach
    void open() {
        server = new SigningFixture(folder);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private List<Path> files() throws IOException {
        Path keys = folder.resolve("secrets/dkim");
        if (!Files.exists(keys)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(keys)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void filesOfKeysBelongToTheOwnerAlone() throws IOException {
        server.keys.create("one.test");
        assertThat(files()).hasSize(2);
        for (Path file : files()) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
        for (String path : List.of("secrets", "secrets/dkim", "secrets/dkim/one.test")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(path))))
                    .isEqualTo("rwx------");
        }
        assertThat(server.keys.of("one.test").toString()).doesNotContain("PRIVATE");
    }

    @Test
    void newKeysSignWhenDnsHasTheirRecords() throws IOException {
        server.start();
        server.keys.create("one.test");
        server.publish("one.test");
        server.clock.advance(Duration.ofSeconds(110));
        assertThat(server.lookups).isEmpty();
        assertThat(server.sign(ANN, message("ann@one.test"))).doesNotContain("DKIM-Signature");
        server.advanceToRun(Duration.ofSeconds(15));
        assertThat(server.states("one.test")).containsOnly(State.LIVE);
        assertThat(server.verify(server.sign(ANN, message("ann@one.test"))))
                .containsExactlyElementsOf(live("one.test"));
    }

    @Test
    void newKeysAreLookedUpOnceAnHour() throws IOException {
        server.start();
        server.keys.create("one.test");
        server.advanceToRun(Duration.ofMinutes(3));
        assertThat(server.lookups).hasSize(2);
        assertThat(server.keys.of("one.test")).extracting(DomainKey::published).containsOnly(Optional.of(false));
        server.advanceToRun(Duration.ofMinutes(50));
        assertThat(server.lookups).hasSize(2);
        server.start(); // A restart repeats no lookup.
        server.advanceToRun(Duration.ofMinutes(3));
        assertThat(server.lookups).hasSize(2);
        server.advanceToRun(Duration.ofMinutes(10));
        assertThat(server.lookups).hasSize(4);
        server.publish("one.test");
        server.advanceToRun(Duration.ofMinutes(61));
        assertThat(server.lookups).hasSize(6);
        assertThat(server.states("one.test")).containsOnly(State.LIVE);
        server.advanceToRun(Duration.ofHours(23));
        assertThat(server.lookups).hasSize(6);
        server.advanceToRun(Duration.ofHours(2));
        assertThat(server.lookups).hasSize(8);
    }

    @Test
    void wrongRecordsAreNotTaken() throws IOException {
        server.start();
        server.keys.create("one.test");
        DomainKey ed25519 = server.keys.of("one.test").get(0);
        DomainKey rsa = server.keys.of("one.test").get(1);
        Signer other = Signer.ed25519("one.test", "other");
        server.zone.txt(ed25519.name(), other.record()); // another key
        server.zone.txt(rsa.name(), rsa.record(), "v=DKIM1; p="); // not the only record
        server.advanceToRun(Duration.ofHours(2));
        assertThat(server.states("one.test")).containsOnly(State.NEW);
        server.zone.only(ed25519.name(), "k=ed25519;p=" + ed25519.record().replaceAll(".*p=", "") + ";");
        server.advanceToRun(Duration.ofHours(2));
        assertThat(server.states("one.test")).containsExactly(State.LIVE, State.NEW);
        assertThat(server.verify(server.sign(ANN, message("ann@one.test"))))
                .containsExactly("pass one.test ed25519-sha256");
    }

    @Test
    void failingLookupSaysNothing() throws IOException {
        server.makeLive("one.test");
        server.keys.of("one.test").forEach(key -> server.zone.failing(key.name()));
        server.advanceToRun(Duration.ofDays(2));
        assertThat(server.keys.of("one.test")).extracting(DomainKey::published).containsOnly(Optional.of(true));
        server.zone = new Zone();
        server.advanceToRun(Duration.ofDays(2));
        assertThat(server.keys.of("one.test")).extracting(DomainKey::published).containsOnly(Optional.of(false));
        assertThat(server.states("one.test")).containsOnly(State.LIVE);
    }

    @Test
    void rotationReplacesTheKeysWhenTheNewRecordsAreSeen() throws IOException {
        server.makeLive("one.test");
        List<DomainKey> old = server.keys.of("one.test");
        List<DomainKey> all = server.keys.create("one.test");
        assertThat(all).hasSize(4);
        assertThat(server.keys.create("one.test")).isEqualTo(all); // new ones exist already
        server.advanceToRun(Duration.ofHours(2));
        String before = server.sign(ANN, message("ann@one.test"));
        assertThat(before)
                .contains("s=" + old.get(0).selector() + ";", "s=" + old.get(1).selector() + ";");
        server.publish("one.test");
        server.advanceToRun(Duration.ofHours(2));
        assertThat(server.keys.of("one.test"))
                .allMatch(key -> key.state()
                        == (old.stream().anyMatch(one -> one.selector().equals(key.selector()))
                                ? State.RETIRED
                                : State.LIVE));
        String after = server.sign(ANN, message("ann@one.test"));
        assertThat(after).doesNotContain("s=" + old.get(0).selector() + ";");
        assertThat(server.verify(after)).containsExactlyElementsOf(live("one.test"));
        assertThat(server.verify(before)).containsExactlyElementsOf(live("one.test"));
        server.advanceToRun(Duration.ofDays(7).minusMinutes(5));
        assertThat(files()).hasSize(4);
        assertThat(server.keys.records("one.test"))
                .extracting(KeyRecord::state)
                .containsExactlyInAnyOrder(State.RETIRED, State.RETIRED, State.LIVE, State.LIVE);
        server.advanceToRun(Duration.ofMinutes(6));
        assertThat(server.states("one.test")).containsExactly(State.LIVE, State.LIVE);
        assertThat(files()).hasSize(2);
        assertThat(server.verify(server.sign(ANN, message("ann@one.test")))).hasSize(2);
    }

    @Test
    void manyRotationsOnOneDayHaveDifferentSelectors() throws IOException {
        Set<String> selectors = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            server.keys.create("one.test").forEach(key -> selectors.add(key.selector()));
            List<DomainKey> keys = server.keys.of("one.test");
            server.keys.write(sql -> keys.forEach(key -> KeyRows.retire(sql, key, server.clock.now())));
        }
        assertThat(selectors).hasSize(6).allMatch(selector -> selector.matches("s[0-9]{8}[a-z]?-(rsa|ed25519)"));
    }

    @Test
    void keysOfADomainThatLeavesTheServerRetire() throws IOException {
        server.keys.create("gone.test");
        server.keys.create(HOST);
        server.start();
        server.advanceToRun(Duration.ofMinutes(3));
        assertThat(server.states("gone.test")).containsOnly(State.RETIRED);
        assertThat(server.states(HOST)).containsOnly(State.NEW);
        server.advanceToRun(Duration.ofDays(8));
        assertThat(server.states("gone.test")).isEmpty();
        assertThat(files()).hasSize(2);
        assertThat(server.keys.records("gone.test")).isEmpty();
    }

    @Test
    void recordsOfADomainCreateItsKeys() {
        List<KeyRecord> records = server.keys.records("One.test.");
        assertThat(records).hasSize(2).isEqualTo(server.keys.records("one.test"));
        assertThat(records.get(0).name()).matches("s[0-9]{8}-ed25519\\._domainkey\\.one\\.test");
        assertThat(records.get(0).value()).matches("v=DKIM1; k=ed25519; p=[A-Za-z0-9+/]{43}=");
        assertThat(records.get(1).value()).matches("v=DKIM1; k=rsa; p=[A-Za-z0-9+/=]{392}");
        assertThat(server.keys.records("far.test")).isEmpty();
        assertThat(server.keys.records("../../etc")).isEmpty();
        assertThat(server.keys.records("")).isEmpty();
    }

    @Test
    void severalMessagesAtOnceCreateOnePairOfKeys() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<String>> sent = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                sent.add(threads.submit(() -> server.sign(ANN, message("ann@one.test"))));
            }
            for (Future<String> one : sent) {
                assertThat(one.get()).isEqualTo(message("ann@one.test"));
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(server.keys.of("one.test")).hasSize(2);
        assertThat(files()).hasSize(2);
    }

    /** A store that fails when it writes, as if the server was killed at this point. */
    private static final class FailingStore extends ForwardingStore {

        FailingStore(Store store) {
            super(store);
        }

        @Override
        public <R> R write(Scope scope, TransactionCallback<R> work) {
            throw new StoreException(StoreException.Kind.STOPPED, "killed", null);
        }

        @Override
        public <R> R write(Set<Scope> scopes, MultiScopeCallback<R> work) {
            throw new StoreException(StoreException.Kind.STOPPED, "killed", null);
        }
    }

    @Test
    void keyWithoutARowAfterACrashIsDeletedAndCreatedAgain() throws IOException {
        DomainKeys killed = server.keys(folder, new FailingStore(server.store));
        assertThatThrownBy(() -> killed.create("one.test")).isInstanceOf(StoreException.class);
        assertThat(files()).hasSize(2);
        byte[] orphan = Files.readAllBytes(files().get(0));
        server.keys.create("one.test");
        assertThat(files()).hasSize(2);
        assertThat(Files.readAllBytes(files().get(0))).isNotEqualTo(orphan);
        Files.write(folder.resolve("secrets/dkim/one.test/other.pem"), orphan);
        server.start();
        server.advanceToRun(Duration.ofMinutes(3));
        assertThat(files()).hasSize(2);
        server.publish("one.test");
        server.advanceToRun(Duration.ofHours(2));
        assertThat(server.verify(server.sign(ANN, message("ann@one.test"))))
                .containsExactlyElementsOf(live("one.test"));
    }

    @Test
    void retiredKeyWhoseFileWasDeletedBeforeACrashIsDeleted() throws IOException {
        server.keys.create("gone.test");
        server.start();
        server.advanceToRun(Duration.ofMinutes(3));
        for (Path file : files()) {
            Files.delete(file);
        }
        server.advanceToRun(Duration.ofDays(8));
        assertThat(server.keys.all()).isEmpty();
    }

    @Test
    void messageIsSignedWithTheKeyWhoseFileIsLeft() throws IOException {
        server.makeLive("one.test");
        Files.delete(files().get(0));
        Files.writeString(folder.resolve("secrets/dkim/one.test/none"), "");
        assertThat(server.verify(server.sign(ANN, message("ann@one.test"))))
                .containsExactly("pass one.test rsa-sha256");
    }
}
