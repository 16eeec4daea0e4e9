package svc.auth.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.engine.ScopeKey;
import svc.api.erasure.ErasureStep;
import svc.api.identity.Account;
import svc.api.operation.AuditRecorder;
import svc.api.schema.SchemaInfo;
import svc.api.store.Facets;
import svc.api.store.IndexEntry;
import svc.api.store.Scope;
import svc.auth.directory.AccountErasure;
import svc.auth.directory.AuthErasure;
import svc.auth.directory.ShareRepair;
import svc.auth.directory.StoredShares;
import svc.store.sqlite.writer.StoreErasure;
import svc.testkit.Covers;
import svc.testkit.SettableWallClock;

class ErasureTest {

    private static final String CANARY = "canary-of-an-erased-person-";
    private static final List<ErasureStep> ALL = List.of(new AuthErasure(), new StoreErasure());

    @TempDir
    Path directory;

    private AuthFixture fixture;
    private Account ann;
    private Account bob;

    @BeforeEach
    void open() {
        fixture = new AuthFixture(directory, new SettableWallClock());
        fixture.organization("example.org");
        bob = fixture.account("bob@example.org");
        ann = fixture.identities
                .create(
                        OperatorInput.account(
                                CANARY + "ann@example.org",
                                AuthFixture.PASSWORD,
                                CANARY + "name",
                                null,
                                Role.USER,
                                null,
                                List.of(CANARY + "info@example.org")),
                        AuditRecorder.NONE)
                .account();
        fixture.token(ann.email());
        fixture.grant(ann, bob);
        fixture.grant(bob, ann);
        fill(ann, CANARY);
        fill(bob, "kept-");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void fill(Account account, String text) {
        Scope scope = Scope.account(new ScopeKey(), account.n());
        for (int part = 0; part < 10; part++) {
            fixture.store.write(scope, tx -> {
                List<IndexEntry> entries = new ArrayList<>();
                for (int i = 0; i < 200; i++) {
                    long n = tx.logCreated("Note", Facets.ALL);
                    byte[] body = (text + "body-" + "x".repeat(i * 7) + text).getBytes(StandardCharsets.UTF_8);
                    tx.put("Note", n, body);
                    entries.add(new IndexEntry("title", (text + n).getBytes(StandardCharsets.UTF_8), n));
                    if (i % 3 == 0) {
                        tx.logDestroyed("Note", n);
                        tx.logRecreated("Note", n);
                    }
                }
                tx.updateIndex("Note", List.of(), entries);
                return true;
            });
        }
    }

    private AccountErasure erasure(List<ErasureStep> steps) {
        SchemaInfo schema = new SchemaInfo() {
            @Override
            public int migrationsApplied() {
                return 5;
            }

            @Override
            public Map<String, Integer> versions() {
                return Map.of("core", 3, "auth", 3, "weather", 1);
            }

            @Override
            public Set<String> namespacesWithoutAccounts() {
                return Set.of("weather");
            }
        };
        ShareRepair shares = new ShareRepair(fixture.store, fixture.identities, new StoredShares(fixture.identities));
        return new AccountErasure(fixture.store, fixture.identities, schema, shares, steps);
    }

    private int notes() {
        return fixture.store.read(Scope.account(new ScopeKey(), bob.n()), snapshot -> snapshot.count("Note"));
    }

    private long canaries() throws IOException {
        long found = 0;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
                for (int at = bytes.indexOf(CANARY); at >= 0; at = bytes.indexOf(CANARY, at + 1)) {
                    found++;
                }
            }
        }
        return found;
    }

    @Test
    @Covers(value = "ADM-10", part = "the store")
    void erasureLeavesNoByteAndNoOtherAccountChanges() throws IOException {
        assertThat(canaries()).isGreaterThan(4000);
        long others =
                fixture.store.read(Scope.account(new ScopeKey(), bob.n()), snapshot -> (long) snapshot.count("Note"));
        AccountErasure erasure = erasure(ALL);
        erasure.run(ann.id(), progress -> {});
        assertThat(canaries()).isZero();
        for (String table : List.of("obj", "obj_ix", "change", "past_life", "state", "tick", "floor")) {
            assertThat(fixture.count(table + " WHERE account = " + ann.n()))
                    .as(table)
                    .isZero();
        }
        for (String table : List.of("token", "device_session", "account_grant", "account_share", "account_alias")) {
            assertThat(fixture.count(table)).as(table).isZero();
        }
        assertThat(fixture.count("account WHERE n = " + ann.n())).isZero();
        assertThat(fixture.directory.accountNumber(ann.email())).isEmpty();
        assertThat(notes()).isEqualTo(others);
        assertThat(fixture.directory.accounts(fixture.caller(bob))).hasSize(1);
        erasure.run(ann.id(), progress -> {});
        Account again = fixture.account(CANARY + "ann@example.org");
        assertThat(again.n()).isGreaterThan(ann.n());
    }

    @Test
    void writesDuringTheErasureAreErasedAndLaterWritesAreRejected() throws IOException {
        Scope scope = Scope.account(new ScopeKey(), ann.n());
        boolean[] late = {false};
        ErasureStep meanwhile = new ErasureStep() {
            @Override
            public String namespace() {
                return "late";
            }

            @Override
            public boolean erase(
                    svc.api.erasure.ErasedAccount who,
                    svc.api.store.Transaction tx,
                    svc.api.store.BackgroundTask.Pace pace) {
                if (!late[0]) {
                    late[0] = true;
                    tx.put("Note", tx.logCreated("Note", Facets.ALL), CANARY.getBytes(StandardCharsets.UTF_8));
                    return true;
                }
                return false;
            }
        };
        erasure(List.of(new AuthErasure(), new StoreErasure(), meanwhile)).run(ann.id(), progress -> {});
        assertThat(canaries()).isZero();
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> fixture.store.write(scope, tx -> tx.logCreated("Note", Facets.ALL)))
                .isInstanceOf(svc.api.store.StoreException.class);
    }

    @Test
    void withoutAStepForEveryNamespaceNothingBegins() throws IOException {
        long before = canaries();
        assertThatIllegalStateException()
                .isThrownBy(() -> erasure(List.of(new AuthErasure())).run(ann.id(), progress -> {}))
                .withMessageContaining("core");
        assertThat(canaries()).isEqualTo(before);
    }
}
