package svc.cap.principals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.identity.Groups;
import svc.api.store.Scope;
import svc.testkit.Eventually;
import svc.testkit.engine.Client;

/** Two comparisons with the directory at once. */
class PrincipalSyncTest {

    private final PrincipalsServer home = new PrincipalsServer();
    private final Client ann = home.account("one", "ann");
    private final Client bob = home.account("one", "bob");
    private final Scope scope =
            Scope.account(new ScopeKey(), home.server.directory().scopeOfTenant("one"));
    private final AtomicReference<Runnable> meantime = new AtomicReference<>(() -> {});

    /** The groups of the server. The first read runs {@link #meantime}, when the accounts were read. */
    private final Groups groups = new Groups() {
        @Override
        public List<Group> groups(String organization) {
            meantime.getAndSet(() -> {}).run();
            return home.server.directory().groups(organization);
        }

        @Override
        public Optional<Group> group(long n) {
            meantime.getAndSet(() -> {}).run();
            return home.server.directory().group(n);
        }
    };

    private final PrincipalSync sync =
            new PrincipalSync(home.server.store(), home.server.directory(), groups, home.changes);

    @AfterEach
    void close() {
        home.close();
    }

    /** Starts a call of another thread, which ends or waits before this method returns. */
    private static Thread started(Runnable call) {
        Thread thread = new Thread(call);
        thread.start();
        Eventually.until(
                "the call has ended or waits",
                () -> thread.getState() == Thread.State.TERMINATED || thread.getState() == Thread.State.BLOCKED);
        return thread;
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        assertThat(threads).hasSize(1);
        threads.get(0).join();
    }

    @Test
    void repairDoesNotUndoAChangeThatWasMadeInTheMeantime() throws InterruptedException {
        PrincipalsServer.names(ann);
        List<Thread> others = new ArrayList<>();
        meantime.set(() -> {
            home.server.directory().add(new Account(bob.account().n(), "one", "bob@one.example", "Robert"));
            home.account("one", "cid");
            home.changes.changed("one", bob.account().n());
            others.add(started(() -> home.sync.ensure("one", scope)));
        });
        sync.compareAll("one", scope);
        join(others);
        assertThat(PrincipalsServer.names(ann).values()).containsExactlyInAnyOrder("ann", "Robert", "cid");
    }

    @Test
    void callWaitsForChangesThatAnotherCallApplies() throws InterruptedException {
        PrincipalsServer.names(ann);
        List<Thread> others = new ArrayList<>();
        AtomicReference<Iterable<?>> seen = new AtomicReference<>(List.of());
        meantime.set(() ->
                others.add(started(() -> seen.set(PrincipalsServer.names(bob).values()))));
        home.account("one", "cid");
        sync.ensure("one", scope);
        join(others);
        assertThat(seen.get()).map(String::valueOf).containsExactlyInAnyOrder("ann", "bob", "cid");
    }

    @Test
    void numberThatChangesWhileItIsComparedIsComparedAgain() {
        PrincipalsServer.names(ann);
        meantime.set(() -> {
            home.server.directory().add(new Account(bob.account().n(), "one", "bob@one.example", "Robert"));
            home.changes.changed("one", bob.account().n());
        });
        home.changes.changed("one", bob.account().n());
        sync.ensure("one", scope);
        assertThat(PrincipalsServer.names(ann).values()).containsExactlyInAnyOrder("ann", "Robert");
    }

    @Test
    void changesStayAfterAComparisonThatFailed() {
        PrincipalsServer.names(ann);
        meantime.set(() -> {
            throw new IllegalStateException("the directory cannot be read");
        });
        home.account("one", "cid");
        assertThatIllegalStateException().isThrownBy(() -> sync.ensure("one", scope));
        assertThat(PrincipalsServer.names(ann).values()).containsExactlyInAnyOrder("ann", "bob", "cid");
    }
}
