package svc.delivery.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.delivery.MailTransport;
import svc.delivery.queue.QueueEntry;
import svc.delivery.queue.QueueRows;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;

/** Addresses that lead elsewhere. */
@SuppressWarnings("try") // closing a registration is its only use
final class RecipientsTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage("svc.delivery")
            .configured("svc.mail", Map.of("hostname", "mx.own.test", "postmaster", "ann@own.test"));

    @RegisterExtension
    private static final BundleServer DEFAULTS = BundleServer.withMailStorage("svc.delivery");

    private final Arrivals arrivals = new Arrivals(SERVER);
    private final Queued queued = new Queued(SERVER);

    private String check(String address) {
        return arrivals.intake().checkRecipient(address).toString().substring(0, 9);
    }

    @Test
    void postmasterAndAbuseOfEachDomainLeadToThePostmaster() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@own.test");
        LocalMailUser.of(SERVER, "bob@other.test");
        List<String> addresses =
                List.of("postmaster@own.test", "Abuse@other.test", "postmaster", "POSTMASTER@mx.own.test");
        List<String> expected = new ArrayList<>();
        for (String address : addresses) {
            assertThat(check(address)).as(address).isEqualTo("250 2.1.5");
            String subject = "to-" + expected.size();
            expected.add(subject);
            arrivals.smtp(Arrivals.message(subject), address);
        }
        assertThat(arrivals.subjects(ann, "inbox")).isEqualTo(expected);
        assertThat(check("hostmaster@own.test")).isEqualTo("550 5.1.1");
        assertThat(check("postmaster@far.example")).isEqualTo("550 5.7.1");
    }

    @Test
    void accountWithTheAddressOfThePostmasterComesFirst() {
        LocalMailUser.of(SERVER, "postmaster@real.test");
        assertThat(check("postmaster@real.test")).isEqualTo("250 2.1.5");
    }

    @Test
    void firstAdministratorIsThePostmaster() throws Exception {
        Arrivals there = new Arrivals(DEFAULTS);
        LocalMailUser ann = LocalMailUser.of(DEFAULTS, "ann@plain.test");
        assertThat(there.intake().checkRecipient("postmaster@plain.test").toString())
                .startsWith("550 5.1.1 ");
        DEFAULTS.directory().appoint(ann.who().account());
        there.smtp(Arrivals.message("admin"), "postmaster@plain.test");
        assertThat(there.subjects(ann, "inbox")).containsExactly("admin");
    }

    @Test
    void aliasOfAnOutsideAddressNeedsATransport() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@alias.test");
        LocalMailUser bob = LocalMailUser.of(SERVER, "bob@alias.test");
        SERVER.directory().forward(ann.who().account(), "team@alias.test", "team@far.example");
        SERVER.directory().forward(ann.who().account(), "both@alias.test", "bob@alias.test");
        assertThat(check("team@alias.test")).isEqualTo("550 5.7.1");
        try (AutoCloseable transport = SERVER.register(MailTransport.class, address -> true)) {
            assertThat(check("team@alias.test")).isEqualTo("250 2.1.5");
            byte[] message = Arrivals.message("team");
            arrivals.smtp(message, "ann@alias.test", "team@alias.test", "both@alias.test");
            arrivals.smtp(message, "ann@alias.test", "team@alias.test", "both@alias.test");
        }
        bob.who().await("sent on", () -> arrivals.subjects(bob, "inbox").equals(List.of("team")));
        assertThat(arrivals.subjects(ann, "inbox")).containsExactly("team");
        bob.who().await("one message is queued", () -> queued.queue().read(QueueRows::count) == 1);
        QueueEntry entry =
                queued.queue().read(sql -> QueueRows.after(sql, 0, 1)).get(0);
        assertThat(queued.queue().recipients(entry.n()))
                .singleElement()
                .satisfies(recipient -> assertThat(recipient.address()).isEqualTo("team@far.example"));
        assertThat(entry.sender()).startsWith("SRS0=").endsWith("=far.test=carl@alias.test");
        queued.queue().discard(entry.n());
    }

    @Test
    void aliasesThatLeadToEachOtherEnd() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@loop.test");
        SERVER.directory().forward(ann.who().account(), "a@loop.test", "b@loop.test");
        SERVER.directory().forward(ann.who().account(), "b@loop.test", "a@loop.test");
        arrivals.smtp(Arrivals.message("loop"), "a@loop.test");
        queued.awaitEmpty(ann);
        assertThat(arrivals.subjects(ann, "inbox")).isEmpty();
    }
}
