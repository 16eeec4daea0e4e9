package svc.delivery.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.delivery.Envelope;
import svc.api.delivery.MailTransport;
import svc.api.delivery.OutgoingMail;
import svc.api.delivery.SmtpReply;
import svc.delivery.intake.Arrivals;
import svc.delivery.intake.Queued;
import svc.delivery.queue.DurableQueue;
import svc.delivery.queue.QueueRows;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;

/** Messages that an account sends on to another server: return paths, and notifications that come back. */
final class RedirectsTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage("svc.delivery")
            .configured("svc.mail", Map.of("hostname", "mx.own.test", "postmaster", "ann@own.test"));

    private final Arrivals arrivals = new Arrivals(SERVER);
    private final List<OutgoingMail> sent = new CopyOnWriteArrayList<>();
    private LocalMailUser ann;
    private AutoCloseable registration;

    @BeforeEach
    void open() {
        ann = LocalMailUser.of(SERVER, "ann@own.test");
        SERVER.directory().forward(ann.who().account(), "team@own.test", "x@other.far");
        registration = SERVER.register(MailTransport.class, new Far());
    }

    @AfterEach
    void close() throws Exception {
        registration.close();
    }

    private final class Far implements MailTransport {

        @Override
        public boolean accepts(String address) {
            return address.toLowerCase(Locale.ROOT).endsWith("far")
                    || address.toLowerCase(Locale.ROOT).endsWith("far.test");
        }

        @Override
        public Result send(OutgoingMail mail) {
            sent.add(mail);
            return new Result(mail.envelope().recipients().stream()
                    .map(to ->
                            SmtpReply.of(to.address().startsWith("no") ? "550 5.1.1 No such user" : "250 2.0.0 Taken"))
                    .toList());
        }
    }

    private OutgoingMail next(int count) {
        ann.who().await("sent", () -> sent.size() >= count);
        assertThat(sent).hasSize(count);
        return sent.get(count - 1);
    }

    private List<String> receive(String sender, String recipient, String subject) throws IOException {
        return arrivals.receive("ESMTPS", Envelope.of(sender, List.of(recipient)), Arrivals.message(subject));
    }

    private String check(String address) {
        return arrivals.intake().checkRecipient(address).toString().substring(0, 9);
    }

    @Test
    void notificationToARewrittenReturnPathGoesToTheOriginalSender() throws Exception {
        receive("carl@far.test", "team@own.test", "sent-on");
        OutgoingMail mail = next(1);
        String path = mail.envelope().sender();
        assertThat(path).matches("SRS0=[0-9a-v]{8}=[0-9a-v]{2}=far\\.test=carl@own\\.test");
        assertThat(mail.isRelayed()).isTrue();
        assertThat(check(path)).isEqualTo("250 2.1.5");
        assertThat(receive("", path, "bounce")).allMatch(reply -> reply.startsWith("250 "));
        OutgoingMail bounce = next(2);
        assertThat(bounce.envelope().sender()).isEmpty();
        assertThat(bounce.envelope().recipients())
                .extracting(Envelope.Recipient::address)
                .containsExactly("carl@far.test");
        assertThat(arrivals.subjects(ann, "inbox")).doesNotContain("bounce", "sent-on");
        // The same notification again is not sent again.
        assertThat(receive("", path, "bounce")).allMatch(reply -> reply.startsWith("250 "));
        assertThat(receive("", path, "other")).allMatch(reply -> reply.startsWith("250 "));
        assertThat(next(3).envelope().sender()).isEmpty();
    }

    @Test
    void forgedAndExpiredReturnPathsAreRefused() throws Exception {
        receive("carl@far.test", "team@own.test", "expires");
        String path = next(1).envelope().sender();
        assertThat(check(path.replace("=carl", "=eve"))).isEqualTo("550 5.7.1");
        assertThat(receive("eve@far.test", path, "spam"))
                .containsExactly("550 5.7.1 This address accepts only notifications without a return path.");
        SERVER.advance(Duration.ofDays(22));
        assertThat(check(path)).isEqualTo("550 5.1.1");
        assertThat(sent).hasSize(1);
    }

    @Test
    void failureOfASentOnMessageIsReportedToTheOriginalSender() throws Exception {
        SERVER.directory().forward(ann.who().account(), "lost@own.test", "no@other.far");
        receive("carl@far.test", "lost@own.test", "lost");
        next(2);
        OutgoingMail report = sent.get(1);
        assertThat(report.envelope().sender()).isEmpty();
        assertThat(report.domain()).isEqualTo("far.test");
        assertThat(report.isRelayed()).isFalse();
    }

    @Test
    void otherReturnPathsStay() throws Exception {
        receive("", "team@own.test", "null");
        assertThat(next(1).envelope().sender()).isEmpty();
        assertThat(sent.get(0).isRelayed()).isTrue();
        receive("bob@own.test", "team@own.test", "own");
        assertThat(next(2).envelope().sender()).isEqualTo("bob@own.test");
        assertThat(sent.get(1).isRelayed()).isTrue();
    }

    @Test
    void messageOfAnAccountIsNotRelayed() throws Exception {
        new Queued(SERVER).send(ann, Envelope.of("ann@own.test", List.of("x@other.far")), Arrivals.message("own"));
        assertThat(next(1).isRelayed()).isFalse();
        new Queued(SERVER).send(ann, Envelope.of("ann@own.test", List.of("team@own.test")), Arrivals.message("team"));
        assertThat(next(2).isRelayed()).isFalse();
        assertThat(sent.get(1).envelope().sender()).isEqualTo("ann@own.test");
    }

    @Test
    void redirectOverTwoAliasesIsRewrittenWhenItLeaves() throws Exception {
        SERVER.directory().forward(ann.who().account(), "first@own.test", "team@own.test");
        receive("carl@far.test", "first@own.test", "twice");
        OutgoingMail mail = next(1);
        assertThat(mail.envelope().sender()).startsWith("SRS0=").endsWith("=carl@own.test");
        assertThat(mail.isRelayed()).isTrue();
    }

    @Test
    void redirectAfterARetryIsRewritten() throws Exception {
        LocalMailUser late = LocalMailUser.of(SERVER, "late@moves.test");
        SERVER.directory().suspend(late.who().account().organization());
        Envelope envelope = Envelope.of("carl@far.test", List.of("ann@own.test", "late@moves.test"));
        assertThat(arrivals.receive("ESMTPS", envelope, Arrivals.message("late"))
                        .get(1))
                .startsWith("450 4.2.1 ");
        DurableQueue queue = new Queued(SERVER).queue();
        late.who()
                .await(
                        "the first attempt",
                        () -> queue.read(sql -> QueueRows.after(sql, 0, 100)).stream()
                                .flatMap(head -> queue.recipients(head.n()).stream())
                                .anyMatch(one -> one.address().equals("late@moves.test") && one.attempts() == 1));
        SERVER.directory().forward(ann.who().account(), "late@moves.test", "x@other.far");
        SERVER.advance(Duration.ofMinutes(6));
        OutgoingMail mail = next(1);
        assertThat(mail.envelope().sender()).startsWith("SRS0=").endsWith("=carl@moves.test");
        assertThat(mail.isRelayed()).isTrue();
    }
}
