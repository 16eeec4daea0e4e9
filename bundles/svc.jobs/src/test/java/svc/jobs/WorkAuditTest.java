package svc.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.audit.AuditEvent;
import svc.api.audit.AuditLog;
import svc.api.identity.Account;
import svc.api.jmap.OfferedCapabilities;
import svc.api.job.AccountWork;
import svc.api.store.Transaction;

/** The audit log records the work of bundles in accounts, but not each read. */
class WorkAuditTest {

    private static final String URN = "urn:example:params:jmap:todo";

    @TempDir
    private Path folder;

    private final List<String> recorded = new ArrayList<>();

    /** An audit log in memory. */
    private final class ListedEvents implements AuditLog {

        @Override
        public void record(Transaction tx, AuditEvent event) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void record(AuditEvent event) {
            recorded.add(
                    event.target().orElseThrow().kind() + " " + event.details().getOrDefault("accounts", "-"));
        }
    }

    /** One bundle offers the capability. */
    private static final class OneCapability implements OfferedCapabilities {

        @Override
        public Set<String> accountCapabilities() {
            return Set.of(URN);
        }

        @Override
        public Set<String> switchable() {
            return Set.of(URN);
        }

        @Override
        public boolean isOfferedBy(long bundleId, String urn) {
            return true;
        }

        @Override
        public Optional<String> obstacle(String organization, String urn) {
            return Optional.empty();
        }

        @Override
        public boolean isAvailableTo(Account account, String urn) {
            return true;
        }
    }

    @Test
    void readsOfASampleAreRecordedOnceADayAndRunsOverAllAccountsAlways() throws IOException {
        try (JobsFixture jobs = new JobsFixture(folder)) {
            long ann = jobs.account("ann").n();
            jobs.account("bob");
            AccountWork work = new BundleAccountWork(
                    "todo",
                    7,
                    new AccountScopes(jobs.directory, new OneCapability()),
                    new WorkAudit(jobs.clock, new ListedEvents()),
                    jobs.store);
            List<String> read = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                work.readSome(URN, 0, 10, (account, snapshot) -> read.add(account.name()));
            }
            assertThat(read).containsExactly("ann", "bob", "ann", "bob", "ann", "bob");
            assertThat(recorded).containsExactly("bundle 2");
            work.run(URN, ann, (account, scope) -> {});
            work.run(URN, ann, (account, scope) -> {});
            work.forEach(URN, (account, scope) -> {});
            work.forEach(URN, (account, scope) -> {});
            assertThat(recorded).containsExactly("bundle 2", "account -", "bundle 2", "bundle 2");
            jobs.clock.advance(Duration.ofDays(1));
            work.readSome(URN, ann, 10, (account, snapshot) -> read.add(account.name()));
            work.readSome(URN, ann, 10, (account, snapshot) -> read.add(account.name()));
            assertThat(recorded).hasSize(5).endsWith("bundle 1");
        }
    }
}
