package svc.auth.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.audit.Actor;
import svc.api.audit.AuditEvent;
import svc.api.audit.AuditEvent.Outcome;
import svc.api.audit.AuditEvent.Target;
import svc.api.audit.AuditLog;
import svc.api.identity.Account;
import svc.api.store.Transaction;
import svc.auth.dpop.InvalidProofException;
import svc.auth.dpop.ProofError;
import svc.auth.storage.AuthFixture;
import svc.testclock.AdvanceableClock;
import svc.testkit.Covers;
import svc.testkit.Eventually;

class SignInLogTest {

    @TempDir
    Path directory;

    private final AdvanceableClock clock = new AdvanceableClock();
    private final List<AuditEvent> joined = new CopyOnWriteArrayList<>();
    private final List<AuditEvent> alone = new CopyOnWriteArrayList<>();
    private AuthFixture fixture;
    private Account ann;

    private class Collected implements AuditLog {
        @Override
        public void record(Transaction tx, AuditEvent act) {
            tx.afterCommit(() -> joined.add(act));
        }

        @Override
        public void record(AuditEvent act) {
            alone.add(act);
        }
    }

    @BeforeEach
    void open() {
        fixture = new AuthFixture(directory, clock);
        fixture.organization("example.org");
        ann = fixture.account("ann@example.org");
        fixture.log.keepIn(new Collected());
    }

    @AfterEach
    void close() {
        fixture.close();
        clock.stop();
    }

    @Test
    @Covers(value = "AUTH-11", open = "IMAP and DAV")
    void eachSignInLeavesAnEntryWithTheKindOfSecretAndNeverTheSecret() {
        fixture.login("ann@example.org", AuthFixture.PASSWORD);
        fixture.login("ann@example.org", "canary-7d1");
        fixture.login("canary-7d2@example.org", "canary-7d1");
        Map<String, String> how = Map.of("protocol", "http", "secret", "account-password", "dpop", "none");
        assertThat(joined)
                .containsExactly(new AuditEvent(
                        Actor.account(ann, "192.0.2.7"),
                        "account.sign-in",
                        number(ann.organization()),
                        Optional.of(new Target("account", ann.id())),
                        Outcome.DONE,
                        how));
        assertThat(alone)
                .hasSize(2)
                .allMatch(act -> act.outcome() == Outcome.REFUSED)
                .allMatch(act -> act.actor().equals(Actor.anonymous("192.0.2.7")))
                .allMatch(act -> "refused".equals(act.details().get("reason")));
        assertThat(alone.get(0).target()).contains(new Target("account", ann.id()));
        assertThat(alone.get(1).target()).isEmpty();
        assertThat(alone.toString() + joined).doesNotContain("canary", AuthFixture.PASSWORD);
    }

    @Test
    @Covers(value = "AUTH-11", open = "IMAP and DAV")
    void aSignInWithABadProofLeavesALineToo() {
        fixture.signIn.refuse(new InvalidProofException(ProofError.OTHER_KEY), AuthFixture.CLIENT);
        assertThat(alone).singleElement().satisfies(act -> {
            assertThat(act.outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(act.target()).isEmpty();
            assertThat(act.details()).containsEntry("secret", "account-password");
        });
    }

    private static long number(String organization) {
        return svc.api.store.ObjectId.parse('t', organization).orElseThrow();
    }

    @Test
    void aSignInThatCannotBeEnteredDoesNotHappen() {
        fixture.log.keepIn(new Collected() {
            @Override
            public void record(Transaction tx, AuditEvent act) {
                throw new IllegalStateException("no room");
            }
        });
        assertThatThrownBy(() -> fixture.login("ann@example.org", AuthFixture.PASSWORD))
                .isInstanceOf(IllegalStateException.class);
        assertThat(fixture.count("token")).isZero();
    }

    @Test
    @Covers(value = "AUTH-11", part = "a flood of failures leaves few entries")
    void aFloodOfFailuresLeavesFewEntriesAndOneThatSaysHowManyWereLeftOut() throws Exception {
        for (int i = 0; i < FailedSignInAudit.MOST + 40; i++) {
            fixture.login("nobody@example.org", "wrong");
        }
        assertThat(alone).hasSize(FailedSignInAudit.MOST);
        clock.advance(Duration.ofMinutes(1));
        Eventually.until("told what was left out", () -> alone.size() == FailedSignInAudit.MOST + 1);
        AuditEvent told = alone.get(FailedSignInAudit.MOST);
        assertThat(told.actor()).isEqualTo(Actor.SYSTEM);
        assertThat(told.details()).isEqualTo(Map.of("left_out", "40"));
        fixture.login("nobody@example.org", "wrong");
        assertThat(alone).hasSize(FailedSignInAudit.MOST + 2);
        clock.advance(Duration.ofMinutes(2));
        fixture.log.stop();
        assertThat(alone).hasSize(FailedSignInAudit.MOST + 2);
    }
}
