package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.engine.ScopeKey;
import svc.api.job.AccountJobHandler;
import svc.api.job.AccountWork;
import svc.api.job.JobStatus;
import svc.api.job.JobStatus.State;
import svc.api.store.Scope;

/** Work of a bundle in accounts outside a request. */
class AccountWorkTest {

    private static final String OTHER = "urn:ietf:params:jmap:core";

    @AutoClose
    private final JmapTestServer engine = new JmapTestServer();

    private JmapTestServer.Registration postcards;
    private Client ada;
    private Client bob;
    private Client eve;

    @BeforeEach
    void open() {
        postcards = engine.register(new Postcard.Postcards());
        ada = engine.account("one", "ada");
        bob = engine.account("one", "bob");
        eve = engine.account("two", "eve");
        ada.create("Postcard", Map.of("title", "A"));
    }

    private JobStatus add(Client client, String subject) {
        return engine.store()
                .write(
                        Scope.account(new ScopeKey(), client.account().n()),
                        tx -> engine.jobs().add(tx, "postcard.count", subject));
    }

    private JobStatus status(JobStatus job) {
        return engine.store()
                .write(Scope.system(), tx -> engine.jobs().find(tx, job.id()))
                .orElseThrow();
    }

    @Test
    void workReachesTheAccountsOfTenantsWithTheCapability() {
        engine.switchOff("two", Postcard.URN);
        List<String> reached = new ArrayList<>();
        AccountWork.Summary summary = engine.accountWork().forEach(Postcard.URN, (account, scope) -> {
            reached.add(
                    account.name() + " " + engine.store().<Integer>read(scope, snapshot -> snapshot.count("Postcard")));
            if (account.equals(bob.account())) {
                throw new IOException("on purpose");
            }
        });
        assertThat(reached).containsExactly("ada 1", "bob 0");
        assertThat(summary).isEqualTo(new AccountWork.Summary(1, 1));
    }

    @Test
    void workForOneAccountNeedsTheCapability() throws IOException {
        AccountWork work = engine.accountWork();
        List<String> reached = new ArrayList<>();
        assertThat(work.run(Postcard.URN, eve.account().n(), (account, scope) -> reached.add(account.name())))
                .isTrue();
        engine.switchOff("two", Postcard.URN);
        assertThat(work.run(Postcard.URN, eve.account().n(), (account, scope) -> reached.add(account.name())))
                .isFalse();
        assertThat(work.run(Postcard.URN, 99, (account, scope) -> reached.add(account.name())))
                .isFalse();
        assertThat(reached).containsExactly("eve");
    }

    @Test
    void bundleCannotUseTheCapabilityOfAnother() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> engine.accountWork().forEach(OTHER, (account, scope) -> {}))
                .withMessageContaining(OTHER);
        postcards.close();
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> engine.accountWork().run(Postcard.URN, 1, (account, scope) -> {}));
    }

    /** Counts the postcards of the account; the first attempts fail. */
    private final class Counting implements AccountJobHandler {
        private final List<String> counted = new ArrayList<>();
        private final Supplier<Boolean> fails;

        Counting(Supplier<Boolean> fails) {
            this.fails = fails;
        }

        @Override
        public String name() {
            return "postcard.count";
        }

        @Override
        public String capability() {
            return Postcard.URN;
        }

        @Override
        public void run(AccountJob job) throws IOException {
            job.report("counting");
            if (fails.get()) {
                throw new IOException("The postcards cannot be counted.");
            }
            int count = engine.store().read(job.scope(), snapshot -> snapshot.count("Postcard"));
            counted.add(job.account().name() + " " + job.subject() + " " + count);
        }
    }

    @Test
    void jobRunsInTheScopeOfItsAccount() {
        Counting counting = new Counting(() -> false);
        JobStatus early = add(ada, "x");
        engine.runJobs();
        assertThat(status(early).state()).as("without a handler").isEqualTo(State.QUEUED);
        engine.register(counting);
        add(bob, "y");
        engine.runJobs();
        assertThat(counting.counted).containsExactly("ada x 1", "bob y 0");
        assertThat(status(early).state()).isEqualTo(State.DONE);
        assertThat(status(early).progress()).hasValue("counting");
        assertThat(status(early).accountId()).hasValue(ada.account().id());
    }

    @Test
    void failedJobIsRetried() {
        List<Boolean> failures = new ArrayList<>(List.of(true, false));
        Counting counting = new Counting(() -> failures.remove(0));
        engine.register(counting);
        JobStatus job = add(ada, "x");
        engine.runJobs();
        assertThat(status(job).error()).hasValue("The postcards cannot be counted.");
        engine.clock().move(Duration.ofSeconds(5));
        engine.runJobs();
        assertThat(counting.counted).hasSize(1);
    }

    @Test
    void jobWaitsWhileItsCapabilityIsSwitchedOff() {
        Counting counting = new Counting(() -> false);
        engine.register(counting);
        engine.switchOff("two", Postcard.URN);
        JobStatus job = add(eve, "x");
        engine.runJobs();
        assertThat(status(job).error().orElseThrow()).contains(Postcard.URN, "two");
        engine.switchOn("two", Postcard.URN);
        engine.clock().move(Duration.ofSeconds(5));
        engine.runJobs();
        assertThat(counting.counted).containsExactly("eve x 0");
    }

    @Test
    void handlerOfAnotherBundleDoesNotRun() {
        Counting counting = new Counting(() -> false);
        engine.register("another.bundle", counting);
        JobStatus job = add(ada, "x");
        engine.runJobs();
        assertThat(counting.counted).isEmpty();
        assertThat(status(job).error().orElseThrow()).contains("does not offer the capability");
    }
}
