package svc.mail.domains.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import svc.api.delivery.Envelope;
import svc.api.delivery.Envelope.Notify;
import svc.api.dns.Resolver;
import svc.api.store.Scope;
import svc.mail.domains.report.PendingRows.Due;
import svc.testkit.Eventually;

/** When and to whom reports are sent. */
final class ReportSenderTest extends ReportFixture {

    private void store(String domain, String... addresses) {
        ResultBuffer buffer = buffer(true);
        LocalDate day = today();
        long before = stored(day);
        buffer.checked(results(policy(domain, addresses), domain, "192.0.2.1", true));
        flushed(day, before + 1);
    }

    /** Lets a day and an hour pass, and looks for due reports. */
    private void nextDay() {
        clock.advance(Duration.ofDays(2));
    }

    private void waitFor(String result, long count) {
        Eventually.until(count + " " + result, () -> {
            clock.advance(ReportSender.PAUSE);
            return counters().getOrDefault(result, 0L) >= count;
        });
    }

    private long pending() {
        return number("SELECT count(*) FROM dmarc_policy");
    }

    @Test
    void reportIsSentOnceOnTheNextDay() throws Exception {
        sender();
        store("far.test", "mailto:r@far.test");
        clock.advance(Resolver.QUIET);
        assertThat(sent).isEmpty();
        nextDay();
        waitFor("queued", 1);
        Eventually.until("removed", () -> pending() == 0);
        restart();
        sender();
        clock.advance(Duration.ofDays(1));
        clock.advance(ReportSender.PAUSE);
        assertThat(sent).hasSize(1);
        Envelope envelope = sent.get(0);
        assertThat(envelope.sender()).isEqualTo("postmaster@own.test");
        assertThat(envelope.recipients()).singleElement().satisfies(recipient -> {
            assertThat(recipient.address()).isEqualTo("r@far.test");
            assertThat(recipient.notifications()).containsExactly(Notify.NEVER);
        });
    }

    @Test
    void nothingIsSentBeforeTheReportIsDue() {
        store("far.test", "mailto:r@far.test");
        sender();
        clock.advance(Resolver.QUIET);
        clock.advance(Duration.ofMinutes(3));
        assertThat(sent).isEmpty();
        assertThat(pending()).isEqualTo(1);
    }

    @Test
    void twoSendersSendEachReportOnce() {
        for (int i = 0; i < 30; i++) {
            store("d" + i + ".test", "mailto:r@d" + i + ".test");
        }
        sender();
        sender();
        nextDay();
        waitFor("queued", 30);
        Set<String> recipients = new HashSet<>();
        sent.forEach(envelope -> recipients.addAll(recipients(envelope)));
        assertThat(sent).hasSize(30);
        assertThat(recipients).hasSize(30);
    }

    @Test
    void reportThatWasTakenBeforeAKillIsNotSentAgain() throws Exception {
        store("far.test", "mailto:r@far.test");
        nextDay();
        Optional<Due> claimed = store().write(Scope.system(), tx -> PendingRows.claim(tx.sql(), clock.now()));
        assertThat(claimed).isPresent();
        restart();
        sender();
        clock.advance(Resolver.QUIET);
        clock.advance(ReportSender.PAUSE);
        assertThat(sent).isEmpty();
    }

    @Test
    void reportThatIsDueAtTheStopIsSentAfterTheRestart() throws Exception {
        store("a.test", "mailto:r@a.test");
        store("b.test", "mailto:r@b.test");
        ReportSender sender = sender();
        afterSend(() -> {
            sender.stop();
            assertThat(Thread.interrupted()).isTrue(); // so that the sender goes on after the stop
        });
        nextDay();
        waitFor("queued", 1);
        Eventually.until("removed", () -> pending() == 1);
        restart();
        afterSend(() -> {});
        sender();
        waitFor("queued", 2);
    }

    @Test
    void externalAddressNeedsItsPermission() {
        store("blue.test", "mailto:r@red.test", "mailto:r@green.test", "mailto:r@blue.test");
        store("sad.test", "mailto:r@red.test");
        zone.txt("blue.test._report._dmarc.green.test", "v=DMARC1; rua=mailto:other@green.test");
        sender();
        nextDay();
        waitFor("queued", 1);
        waitFor("no_destination", 1);
        assertThat(sent)
                .singleElement()
                .satisfies(envelope ->
                        assertThat(recipients(envelope)).containsExactlyInAnyOrder("other@green.test", "r@blue.test"));
    }

    @Test
    void reportWaitsWhileDnsFailsAndIsThenSentToAll() {
        store("blue.test", "mailto:r@red.test", "mailto:r@blue.test");
        zone.failing("blue.test._report._dmarc.red.test");
        sender();
        nextDay();
        waitFor("postponed", 2);
        assertThat(sent).isEmpty();
        waitFor("queued", 1); // the last attempt does without the address that cannot be asked
        assertThat(recipients(sent.get(0))).containsExactly("r@blue.test");
    }

    @Test
    void reportWaitsForThePostmasterAndIsGivenUp() {
        withoutPostmaster(true);
        store("far.test", "mailto:r@far.test");
        sender();
        nextDay();
        waitFor("postponed", 1);
        withoutPostmaster(false);
        waitFor("queued", 1);
        withoutPostmaster(true);
        store("far.test", "mailto:r@far.test");
        nextDay();
        waitFor("given_up", 1);
        assertThat(sent).hasSize(1);
        Eventually.until("removed", () -> pending() == 0);
    }
}
