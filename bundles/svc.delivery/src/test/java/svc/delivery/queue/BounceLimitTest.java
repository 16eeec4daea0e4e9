package svc.delivery.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.delivery.Envelope;
import svc.api.delivery.MailQueue;
import svc.api.delivery.MailTransport;
import svc.api.delivery.OutgoingMail;
import svc.api.delivery.SmtpReply;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.api.health.HealthCheck;
import svc.api.identity.Account;
import svc.api.operation.OperationException;
import svc.api.operation.OperationGroup;
import svc.delivery.intake.Arrivals;
import svc.delivery.intake.Queued;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;

/** Accounts with many recipients that other servers refuse. */
final class BounceLimitTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage("svc.delivery");

    private final Arrivals arrivals = new Arrivals(SERVER);
    private final Queued queued = new Queued(SERVER);
    private final FarServers far = new FarServers();
    private AutoCloseable registration;

    /** Other servers, which refuse the addresses that begin with "no" and defer those that begin with "later". */
    private static final class FarServers implements MailTransport {

        @Override
        public boolean accepts(String address) {
            return address.endsWith(".far");
        }

        private final AtomicInteger forwarded = new AtomicInteger();

        @Override
        public Result send(OutgoingMail mail) {
            if (mail.isRelayed()) {
                forwarded.incrementAndGet();
            }
            return new Result(mail.envelope().recipients().stream()
                    .map(to -> SmtpReply.of(
                            to.address().startsWith("no")
                                    ? "550 5.1.1 No such user"
                                    : to.address().startsWith("later") ? "450 4.2.0 Later" : "250 2.0.0 Taken"))
                    .toList());
        }
    }

    @BeforeEach
    void register() {
        registration = SERVER.register(MailTransport.class, far);
    }

    @AfterEach
    void unregister() throws Exception {
        registration.close();
    }

    private void send(LocalMailUser from, String prefix, int count) throws IOException {
        List<String> to =
                IntStream.range(0, count).mapToObj(i -> prefix + i + "@b.far").toList();
        long n = queued.send(from, Envelope.of(from.who().email(), to), Arrivals.message(prefix + count));
        from.who()
                .await(
                        "the replies",
                        () -> queued.queue().recipients(n).stream().allMatch(one -> one.attempts() > 0));
    }

    private static boolean isStopped(LocalMailUser user) {
        return SERVER.service(MailQueue.class).deferral(user.who().account()).isPresent();
    }

    private static QueueOperations operations() {
        return SERVER.service(OperationGroup.class, QueueOperations.class);
    }

    private static boolean isReported(LocalMailUser user) {
        Finding finding =
                SERVER.service(HealthCheck.class, BounceLimit.class).run().get(0);
        return finding.status() == Status.WARN
                && finding.detail().contains(user.who().email());
    }

    @Test
    void moreThanThirtyPercentOfFiftyRecipientsStopTheAccountForADay() throws IOException {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@bounce.test");
        send(ann, "no", 15);
        send(ann, "later", 20);
        send(ann, "yes", 35);
        assertThat(isStopped(ann)).isFalse();
        assertThat(isReported(ann)).isFalse();
        send(ann, "no", 16);
        assertThat(isStopped(ann)).isTrue();
        assertThat(isReported(ann)).isTrue();
        assertThat(SERVER.service(MailQueue.class)
                        .deferral(ann.who().account())
                        .orElseThrow()
                        .toString())
                .startsWith("451 4.7.1 Other servers refused 16 of the last 50 recipients of this account.");
        assertThat(isStopped(LocalMailUser.of(SERVER, "bob@bounce.test"))).isFalse();
        SERVER.advance(Duration.ofDays(1).plusSeconds(1));
        assertThat(isStopped(ann)).isFalse();
        assertThat(isReported(ann)).isFalse();
    }

    @Test
    void fewerThanFiftyRecipientsStopNoAccount() throws IOException {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@few.test");
        send(ann, "no", 49);
        assertThat(isStopped(ann)).isFalse();
        send(ann, "yes", 1);
        assertThat(isStopped(ann)).isTrue();
    }

    @Test
    void operatorLetsTheAccountSendAgain() throws IOException {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@resume.test");
        Account account = ann.who().account();
        send(ann, "no", 50);
        assertThat(isStopped(ann)).isTrue();
        assertThat(operations().resume(account.email()).wasStopped()).isTrue();
        assertThat(isStopped(ann)).isFalse();
        assertThat(operations().resume(account.email()).wasStopped()).isFalse();
        assertThatThrownBy(() -> operations().resume("eve@resume.test"))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("eve@resume.test");
    }

    @Test
    void forwardedMessagesAreNotCounted() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@forward.test");
        SERVER.directory().forward(ann.who().account(), "team@forward.test", "no-team@b.far");
        for (int i = 0; i < BounceLimit.RECIPIENTS; i++) {
            arrivals.smtp(Arrivals.message("out" + i), "team@forward.test");
        }
        ann.who().await("all are forwarded", () -> far.forwarded.get() == BounceLimit.RECIPIENTS);
        send(ann, "no", 1);
        assertThat(isStopped(ann)).isFalse();
    }
}
