package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.engine.ScopeKey;
import svc.api.jmap.Capability;
import svc.api.jmap.observe.ObjectReader.TypeReader;
import svc.api.job.AccountJobHandler;
import svc.api.job.AccountWork;
import svc.api.job.JobStatus;
import svc.api.store.Changes;
import svc.api.store.Scope;
import svc.api.store.State;

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
        return add(client, "postcard.count", subject);
    }

    private JobStatus add(Client client, String kind, String subject) {
        return engine.store()
                .write(
                        Scope.account(new ScopeKey(), client.account().n()),
                        tx -> engine.jobs().add(tx, kind, subject));
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
    void sampleHasSomeAccountsAfterANumber() {
        assertThat(sample(0, 3)).containsExactly("ada", "bob", "eve");
        assertThat(sample(0, 2)).containsExactly("ada", "bob");
        assertThat(sample(ada.account().n(), 1)).containsExactly("bob");
        assertThat(sample(eve.account().n(), 1)).isEmpty();
        assertThat(sample(0, 0)).isEmpty();
    }

    private List<String> sample(long after, int most) {
        List<String> reached = new ArrayList<>();
        engine.accountWork().readSome(Postcard.URN, after, most, (account, snapshot) -> {
            assertThat(snapshot.scope().n()).isEqualTo(account.n());
            reached.add(account.name());
        });
        return reached;
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
        assertThat(status(early).state()).as("without a handler").isEqualTo(JobStatus.State.QUEUED);
        engine.register(counting);
        add(bob, "y");
        engine.runJobs();
        assertThat(counting.counted).containsExactly("ada x 1", "bob y 0");
        assertThat(status(early).state()).isEqualTo(JobStatus.State.DONE);
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

    /** A capability of another bundle. Its job reads the titles of postcards: all, or those since a state. */
    private final class Reading implements Capability, AccountJobHandler {
        private static final String URN = "urn:example:params:jmap:reading";
        private static final int PAGE = 2;
        private final List<String> titles = new ArrayList<>();
        private @Nullable State since;

        @Override
        public String urn() {
            return URN;
        }

        @Override
        public String name() {
            return "reading.titles";
        }

        @Override
        public String capability() {
            return URN;
        }

        @Override
        public void run(AccountJob job) throws IOException {
            TypeReader postcards = engine.objectReader()
                    .of(job.scope(), "Postcard")
                    .orElseThrow(() -> new IOException("There are no postcards."));
            titles.clear();
            since = since == null ? readAll(job.scope(), postcards) : readChanged(job.scope(), postcards, since);
        }

        private State readAll(Scope scope, TypeReader postcards) {
            State state = engine.store().read(scope, snapshot -> snapshot.state("Postcard"));
            long after = 0;
            List<Long> page;
            do {
                long last = after;
                page = engine.store().read(scope, snapshot -> postcards.numbers(snapshot, last, PAGE));
                read(scope, postcards, page);
                after = page.isEmpty() ? 0 : page.get(page.size() - 1);
            } while (page.size() == PAGE);
            return state;
        }

        private State readChanged(Scope scope, TypeReader postcards, State before) {
            Changes changes = engine.store()
                    .read(scope, snapshot -> snapshot.changes("Postcard", before, 100))
                    .orElseThrow();
            read(scope, postcards, changes.created());
            return changes.newState();
        }

        private void read(Scope scope, TypeReader postcards, List<Long> numbers) {
            Map<Long, Map<String, @Nullable Object>> found =
                    engine.store().read(scope, snapshot -> postcards.read(snapshot, numbers, Set.of("title")));
            numbers.forEach(n -> titles.add(String.valueOf(found.get(n))));
        }
    }

    @Test
    void jobReadsTheObjectsOfAnotherBundle() {
        Reading reading = new Reading();
        engine.register("another.bundle", reading);
        ada.create("Postcard", Map.of("title", "B"));
        ada.create("Postcard", Map.of("title", "C"));
        bob.create("Postcard", Map.of("title", "of another account"));
        add(ada, reading.name(), "");
        engine.runJobs();
        assertThat(reading.titles).containsExactly("{title=A}", "{title=B}", "{title=C}");
        ada.create("Postcard", Map.of("title", "D"));
        add(ada, reading.name(), "");
        engine.runJobs();
        assertThat(reading.titles).containsExactly("{title=D}");
    }

    @Test
    void jobCannotReadATypeThatItsTenantCannotUse() {
        Reading reading = new Reading();
        engine.register("another.bundle", reading);
        engine.switchOff("two", Postcard.URN);
        JobStatus job = add(eve, reading.name(), "");
        engine.runJobs();
        assertThat(status(job).error()).hasValue("There are no postcards.");
    }
}
