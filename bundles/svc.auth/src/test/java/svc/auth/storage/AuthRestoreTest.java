package svc.auth.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.restore.RestoredBackup;
import svc.api.store.Scope;
import svc.api.store.State;
import svc.auth.api.AppPasswords;
import svc.auth.crypto.TokenHash;
import svc.auth.directory.AuthRestore;
import svc.auth.tokens.DeviceSession;
import svc.testkit.SettableWallClock;

/** Sign-ins and app passwords after a restore. */
final class AuthRestoreTest {

    private static final int TOKENS = 450;

    @TempDir
    private Path directory;

    private AuthFixture fixture;
    private Account ann;

    @BeforeEach
    void open() {
        fixture = new AuthFixture(directory, new SettableWallClock());
        fixture.organization("example.org");
        ann = fixture.account("ann@example.org");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Runs the step twice, as after an interrupted start. */
    private int restore(String... options) {
        RestoredBackup backup = new RestoredBackup("1", Instant.EPOCH, Set.of(options), List.of());
        AuthRestore step = new AuthRestore(fixture.store, fixture.storedAppPasswords);
        int portions = 0;
        for (int run = 0; run < 2; run++) {
            boolean more = true;
            while (more) {
                more = fixture.store.write(Scope.system(), tx -> step.change(backup, tx, () -> false));
                portions++;
            }
            step.finish(backup);
        }
        return portions;
    }

    private long rows(String table) {
        return fixture.store.read(Scope.system(), snapshot -> snapshot.sql().number("SELECT count(*) FROM " + table));
    }

    @Test
    void everySignInEnds() {
        String token = fixture.token(ann.email());
        DeviceSession session =
                fixture.sessions.ofToken(TokenHash.of(token)).orElseThrow().session();
        String ticket = fixture.tickets.stream(session).text();
        for (int i = 0; i < TOKENS; i++) {
            fixture.token(ann.email());
        }
        assertThat(restore()).as("portions").isGreaterThan(5);
        for (String table : List.of("token", "device_session", "stream_ticket", "exchanged_token")) {
            assertThat(rows(table)).as(table).isZero();
        }
        assertThat(fixture.tickets.ofStream(ticket)).isEmpty();
        assertThat(fixture.login(ann.email(), AuthFixture.PASSWORD)).isNotNull();
    }

    @Test
    void appPasswordsStayUnlessTheyAreRevoked() {
        fixture.appPassword(ann);
        fixture.appPassword(ann);
        restore();
        assertThat(rows("app_password")).isEqualTo(2);
        State before = state();
        restore(RestoredBackup.REVOKE_APP_PASSWORDS);
        assertThat(rows("app_password")).isZero();
        List<Long> destroyed = fixture.store.read(
                scope(),
                snapshot -> snapshot.changes(AppPasswords.TYPE, before, 10)
                        .orElseThrow()
                        .destroyed());
        assertThat(destroyed).as("clients learn of it").hasSize(2);
    }

    private Scope scope() {
        return Scope.account(new ScopeKey(), ann.n());
    }

    private State state() {
        return fixture.store.read(scope(), snapshot -> snapshot.state(AppPasswords.TYPE));
    }
}
