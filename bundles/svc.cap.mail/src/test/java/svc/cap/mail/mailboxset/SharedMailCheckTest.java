package svc.cap.mail.mailboxset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.engine.ScopeKey;
import svc.api.health.Finding;
import svc.api.identity.Account;
import svc.api.job.AccountWork;
import svc.api.job.JobQueue;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.Visibility.InContainers;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.write.ContainerWatch;
import svc.testkit.Eventually;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LabelCalls;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** The doctor finds a membership log that differs from the mailbox, and {@code svc mail repair} corrects it. */
class SharedMailCheckTest {

    @RegisterExtension
    static final BundleServer SERVER = BundleServer.withMailStorage();

    private Store store;
    private LocalMailUser bob;
    private SharedMailCheck check;
    private MailRepair repair;
    private Scope scope;
    private long mailbox;
    private long inside;
    private long outside;
    private long thread;

    @BeforeEach
    void watchAMailboxWithOneEmail(TestInfo info) {
        store = SERVER.store();
        check = new SharedMailCheck(store, new AllAccounts());
        repair = new MailRepair(store, new AllAccounts(), SERVER.service(JobQueue.class));
        bob = LocalMailUser.of(
                SERVER, info.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT) + "@log.test");
        scope = Scope.account(new ScopeKey(), bob.who().account().n());
        String open = bob.newMailbox("Open");
        inside = email(bob, "inside", open);
        outside = email(bob, "outside", bob.newMailbox("Other"));
        mailbox = ObjectId.parse('f', open).orElseThrow();
        thread = store.read(
                scope,
                snapshot ->
                        snapshot.sql().number("select thread from email where account = :account and n = ?", inside));
        watch(mailbox);
    }

    private void watch(long container) {
        write(tx -> SERVER.service(ContainerWatch.class).begin(tx, container));
        Eventually.until(
                "the container is watched",
                () -> store.read(scope, snapshot -> snapshot.isWatched("Thread", container)));
    }

    /** Works in all accounts. The server of the test does not know which bundle offers a capability. */
    private static final class AllAccounts implements AccountWork {

        @Override
        public Summary forEach(String capability, Work work) {
            List<Account> all = SERVER.directory().accounts(0, 1_000);
            for (Account account : all) {
                try {
                    work.run(account, Scope.account(new ScopeKey(), account.n()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return new Summary(all.size(), 0);
        }

        @Override
        public Summary readSome(String capability, long after, int most, Reading reading) {
            return forEach(
                    capability,
                    (account, scope) -> SERVER.store().read(scope, snapshot -> {
                        reading.read(account, snapshot);
                        return true;
                    }));
        }

        @Override
        public boolean run(String capability, long account, Work work) {
            throw new UnsupportedOperationException();
        }
    }

    private static long email(LocalMailUser user, String subject, String folder) {
        String id = user.bring(
                        MailCalls.message("Subject: " + subject, "Message-ID: <" + subject + "@far.test>", "", "Text."),
                        folder,
                        "")
                .path("id")
                .asText();
        return ObjectId.parse(EmailType.LETTER, id).orElseThrow();
    }

    private void write(Consumer<Transaction> work) {
        store.write(scope, tx -> {
            work.accept(tx);
            return true;
        });
    }

    @Test
    void eachFaultOfAMailboxIsFoundAndCorrected() {
        findsEachFault(mailbox, ObjectId.format('f', mailbox));
    }

    @Test
    void eachFaultOfALabelIsFoundAndCorrected() {
        String id = LabelCalls.label(bob, "Work");
        LabelCalls.call(
                bob,
                "Email/set",
                "'update':{'" + ObjectId.format(EmailType.LETTER, inside) + "':{'labelIds/" + id + "':true}}");
        long label = ObjectId.parse('l', id).orElseThrow();
        watch(label);
        findsEachFault(label, id);
    }

    private void findsEachFault(long container, String id) {
        assertThat(check.run().get(0).status()).isEqualTo(Finding.Status.OK);
        fails(container, tx -> tx.left("Email", inside, container), id + " of the account");
        fails(container, tx -> tx.left("Email", inside, container), "(Email: 1 missing, 0 too many)");
        fails(container, tx -> tx.joined("Email", outside, container), "(Email: 0 missing, 1 too many)");
        fails(container, tx -> tx.left("Thread", thread, container), "(Thread: 1 missing, 0 too many)");
    }

    private void fails(long container, Consumer<Transaction> fault, String detail) {
        write(fault);
        assertThat(check.run()).singleElement().satisfies(finding -> {
            assertThat(finding.check()).isEqualTo("sharing-places");
            assertThat(finding.status()).isEqualTo(Finding.Status.FAIL);
            assertThat(finding.detail()).contains(detail);
            assertThat(finding.remedy().orElseThrow()).contains("svc mail repair");
        });
        List<String> reports = new ArrayList<>();
        repair.run(MailRepair.ALL, reports::add);
        assertThat(reports).singleElement().asString().endsWith("1 entries corrected");
        assertThat(check.run().get(0).status()).isEqualTo(Finding.Status.OK);
        Set<Long> logged = store.read(
                scope,
                snapshot -> snapshot.visible("Email", new InContainers(Set.of(container)), List.of(inside, outside)));
        assertThat(logged).containsExactly(inside);
        reports.clear();
        repair.run(MailRepair.ALL, reports::add);
        assertThat(reports).singleElement().asString().endsWith(" 0 entries corrected");
    }
}
