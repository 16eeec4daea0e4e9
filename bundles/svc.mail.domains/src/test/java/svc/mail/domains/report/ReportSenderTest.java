package svc.mail.domains.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.delivery.Envelope;
import svc.api.delivery.Envelope.Notify;
import svc.api.store.Scope;
import svc.mail.domains.report.PendingRows.Due;
import svc.testkit.Eventually;

/** When and to whom reports are sent. */
final class ReportSenderTest {

    @TempDir
    private Path folder;

    private ReportFixture fixture;

    @BeforeEach
    void open() {
        fixture = new ReportFixture(folder);
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    private void store(String domain, String... addresses) {
        ResultBuffer buffer = fixture.buffer(true);
        LocalDate day = fixture.today();
        long before = fixture.stored(day);
        buffer.checked(fixture.results(ReportFixture.policy(domain, addresses), domain, "192.0.2.1", true));
        fixture.flushed(day, before + 1);
    }

    /** Lets a day and an hour pass, and looks for due reports. */
    private void nextDay() {
        fixture.clock.advance(Duration.ofDays(2));
    }

    private void waitFor(String result, long count) {
        Eventually.until(count + " " + result, () -> {
            fixture.clock.advance(ReportSender.PAUSE);
            return fixture.counters().getOrDefault(result, 0L) >= count;
        });
    }

    private long pending() {
        return fixture.number("SELECT count(*) FROM dmarc_policy");
    }

    @Test
    void reportIsSentOnceOnTheNextDay() throws Exception {
        fixture.sender();
        store("far.test", "mailto:r@far.test");
        fixture.clock.advance(ReportSender.QUIET);
        assertThat(fixture.sent).isEmpty();
        nextDay();
        waitFor("queued", 1);
        Eventually.until("removed", () -> pending() == 0);
        fixture.restart();
        fixture.sender();
        fixture.clock.advance(Duration.ofDays(1));
        fixture.clock.advance(ReportSender.PAUSE);
        assertThat(fixture.sent).hasSize(1);
        Envelope envelope = fixture.sent.get(0);
        assertThat(envelope.sender()).isEqualTo("postmaster@own.test");
        assertThat(envelope.recipients()).singleElement().satisfies(recipient -> {
            assertThat(recipient.address()).isEqualTo("r@far.test");
            assertThat(recipient.notifications()).containsExactly(Notify.NEVER);
        });
    }

    @Test
    void nothingIsSentBeforeTheReportIsDue() {
        store("far.test", "mailto:r@far.test");
        fixture.sender();
        fixture.clock.advance(ReportSender.QUIET);
        fixture.clock.advance(Duration.ofMinutes(3));
        assertThat(fixture.sent).isEmpty();
        assertThat(pending()).isEqualTo(1);
    }

    @Test
    void twoSendersSendEachReportOnce() {
        for (int i = 0; i < 30; i++) {
            store("d" + i + ".test", "mailto:r@d" + i + ".test");
        }
        fixture.sender();
        fixture.sender();
        nextDay();
        waitFor("queued", 30);
        Set<String> recipients = new HashSet<>();
        fixture.sent.forEach(envelope -> recipients.addAll(ReportFixture.recipients(envelope)));
        assertThat(fixture.sent).hasSize(30);
        assertThat(recipients).hasSize(30);
    }

    @Test
    void reportThatWasTakenBeforeAKillIsNotSentAgain() throws Exception {
        store("far.test", "mailto:r@far.test");
        nextDay();
        Optional<Due> claimed =
                fixture.store().write(Scope.system(), tx -> PendingRows.claim(tx.sql(), fixture.clock.now()));
        assertThat(claimed).isPresent();
        fixture.restart();
        fixture.sender();
        fixture.clock.advance(ReportSender.QUIET);
        fixture.clock.advance(ReportSender.PAUSE);
        assertThat(fixture.sent).isEmpty();
    }

    @Test
    void reportThatIsDueAtTheStopIsSentAfterTheRestart() throws Exception {
        store("a.test", "mailto:r@a.test");
        store("b.test", "mailto:r@b.test");
        ReportSender sender = fixture.sender();
        fixture.afterSend(() -> {
            sender.stop();
            assertThat(Thread.interrupted()).isTrue(); // so that the sender goes on after the stop
        });
        nextDay();
        waitFor("queued", 1);
        Eventually.until("removed", () -> pending() == 1);
        fixture.restart();
        fixture.afterSend(() -> {});
        fixture.sender();
        waitFor("queued", 2);
    }

    @Test
    void externalAddressNeedsItsPermission() {
        store("blue.test", "mailto:r@red.test", "mailto:r@green.test", "mailto:r@blue.test");
        store("sad.test", "mailto:r@red.test");
        fixture.zone.txt("blue.test._report._dmarc.green.test", "v=DMARC1; rua=mailto:other@green.test");
        fixture.sender();
        nextDay();
        waitFor("queued", 1);
        waitFor("no_destination", 1);
        assertThat(fixture.sent)
                .singleElement()
                .satisfies(envelope -> assertThat(ReportFixture.recipients(envelope))
                        .containsExactlyInAnyOrder("other@green.test", "r@blue.test"));
    }

    @Test
    void reportWaitsWhileDnsFailsAndIsThenSentToAll() {
        store("blue.test", "mailto:r@red.test", "mailto:r@blue.test");
        fixture.zone.failing("blue.test._report._dmarc.red.test");
        fixture.sender();
        nextDay();
        waitFor("postponed", 2);
        assertThat(fixture.sent).isEmpty();
        waitFor("queued", 1); // the last attempt does without the address that cannot be asked
        assertThat(ReportFixture.recipients(fixture.sent.get(0))).containsExactly("r@blue.test");
    }

    @Test
    void reportWaitsForThePostmasterAndIsGivenUp() {
        fixture.withoutPostmaster(true);
        store("far.test", "mailto:r@far.test");
        fixture.sender();
        nextDay();
        waitFor("postponed", 1);
        fixture.withoutPostmaster(false);
        waitFor("queued", 1);
        fixture.withoutPostmaster(true);
        store("far.test", "mailto:r@far.test");
        nextDay();
        waitFor("given_up", 1);
        assertThat(fixture.sent).hasSize(1);
        Eventually.until("removed", () -> pending() == 0);
    }
}
