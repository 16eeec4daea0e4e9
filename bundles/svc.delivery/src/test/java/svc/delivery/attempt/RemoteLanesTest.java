package svc.delivery.attempt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.delivery.DeliveryStatus.State;
import svc.api.delivery.Envelope;
import svc.api.delivery.Envelope.Notify;
import svc.api.delivery.Envelope.ReturnContent;
import svc.api.delivery.MailTransport;
import svc.api.delivery.OutgoingMail;
import svc.api.delivery.SmtpReply;
import svc.delivery.intake.Arrivals;
import svc.delivery.intake.Queued;
import svc.delivery.queue.QueueRows;
import svc.delivery.queue.QueueRows.DueLane;
import svc.delivery.queue.QueuedRecipient;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;

/** Messages to other servers: lanes, replies and retries. */
final class RemoteLanesTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage("svc.delivery");

    private final Arrivals arrivals = new Arrivals(SERVER);
    private final Queued queued = new Queued(SERVER);
    private final FarServers far = new FarServers();
    private AutoCloseable registration;

    @BeforeEach
    void register() {
        registration = SERVER.register(MailTransport.class, far);
    }

    @AfterEach
    void unregister() throws Exception {
        far.open.countDown();
        registration.close();
    }

    /** Other servers: the domain decides how they answer. */
    private static final class FarServers implements MailTransport {

        private final CountDownLatch open = new CountDownLatch(1);
        private final List<OutgoingMail> sent = new CopyOnWriteArrayList<>();
        private final Map<String, Integer> attempts = new ConcurrentHashMap<>();

        @Override
        public boolean accepts(String address) {
            return address.toLowerCase(Locale.ROOT).endsWith(".far");
        }

        @Override
        public Result send(OutgoingMail mail) throws IOException {
            attempts.merge(mail.domain(), 1, Integer::sum);
            if (mail.domain().endsWith("slow.far")) {
                try {
                    open.await(1, TimeUnit.MINUTES);
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            } else if (mail.domain().endsWith("down.far")) {
                throw new IOException("refused");
            } else if (mail.domain().equals("broken.far")) {
                throw new IllegalStateException("broken");
            }
            sent.add(mail);
            List<SmtpReply> replies = mail.envelope().recipients().stream()
                    .map(recipient -> recipient.address().startsWith("no")
                            ? SmtpReply.of("550 5.1.1 No such user")
                            : SmtpReply.of("250 2.0.0 Taken"))
                    .toList();
            return new Result(replies, mail.domain().equals("notifies.far"));
        }

        int attempts(String domain) {
            return attempts.getOrDefault(domain, 0);
        }
    }

    private long send(LocalMailUser from, String... to) throws IOException {
        return queued.send(
                from, Envelope.of(from.who().email(), List.of(to)), Arrivals.message("to-" + to[0].replace('@', '-')));
    }

    private List<QueuedRecipient> recipients(long n) {
        return queued.queue().recipients(n);
    }

    @Test
    void slowDomainHoldsUpNothingElse() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@lane.test");
        LocalMailUser bob = LocalMailUser.of(SERVER, "bob@lane.test");
        long slow = send(ann, "x@slow.far");
        bob.who().await("the slow domain is asked", () -> far.attempts("slow.far") == 1);
        send(ann, "x@fast.far");
        send(ann, "bob@lane.test");
        long mixed = send(ann, "bob@lane.test", "y@slow.far", "z@fast.far");
        bob.who().await("local mail", () -> arrivals.subjects(bob, "inbox").size() == 2);
        bob.who().await("fast mail", () -> far.attempts("fast.far") == 2);
        assertThat(recipients(slow)).extracting(QueuedRecipient::state).containsExactly(State.WAITING);
        bob.who()
                .await(
                        "only the slow recipient waits",
                        () -> recipients(mixed).stream()
                                        .filter(one -> one.state() == State.WAITING)
                                        .count()
                                == 1);
        far.open.countDown();
        ann.who()
                .await(
                        "sent",
                        () -> recipients(slow).isEmpty() && recipients(mixed).isEmpty());
        assertThat(far.attempts("slow.far")).isEqualTo(2);
    }

    @Test
    void recipientsOfADomainGetTheMessageAtOnce() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@group.test");
        long n = send(ann, "a@Group.far", "no@group.far", "b@group.FAR");
        ann.who().await("sent", () -> recipients(n).isEmpty());
        ann.who().await("reported", () -> !arrivals.subjects(ann, "inbox").isEmpty());
        assertThat(far.sent).hasSize(1);
        OutgoingMail mail = far.sent.get(0);
        assertThat(mail.domain()).isEqualTo("group.far");
        assertThat(mail.envelope().recipients()).hasSize(3);
        assertThat(mail.envelope().sender()).isEqualTo("ann@group.test");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        mail.content().writeTo(bytes);
        assertThat(bytes.toString(UTF_8)).startsWith("From: carl@far.test\r\n");
        assertThat(mail.size()).isEqualTo(bytes.size());
        assertThat(arrivals.subjects(ann, "inbox")).containsExactly("Not delivered: your message to no@group.far");
    }

    /** RFC 3461 §5.2.1 and §5.2.2: one server notifies the sender of a delivery. */
    @Test
    void relayedMessageIsReportedUnlessTheOtherServerNotifiesTheSender() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@dsn.test");
        long n = queued.send(
                ann,
                Queued.envelope(
                        "ann@dsn.test",
                        ReturnContent.HEADERS,
                        Set.of(Notify.SUCCESS, Notify.FAILURE),
                        "a@notifies.far",
                        "no@notifies.far"),
                Arrivals.message("dsn"));
        ann.who().await("sent", () -> recipients(n).isEmpty());
        long other = queued.send(
                ann,
                Queued.envelope("ann@dsn.test", ReturnContent.HEADERS, Set.of(Notify.SUCCESS), "a@silent.far"),
                Arrivals.message("dsn"));
        ann.who().await("sent", () -> recipients(other).isEmpty());
        ann.who().await("reported", () -> arrivals.subjects(ann, "inbox").size() >= 2);
        assertThat(arrivals.subjects(ann, "inbox"))
                .containsExactly(
                        "Not delivered: your message to no@notifies.far", "Relayed: your message to a@silent.far");
    }

    @Test
    void unreachableDomainIsAskedOnceForAllItsMessages() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@down.test");
        long first = send(ann, "x@down.far");
        ann.who().await("deferred", () -> recipients(first).get(0).attempts() == 1);
        assertThat(recipients(first).get(0).reply()).startsWith("451 4.4.1 ");
        long second = send(ann, "y@down.far");
        ann.who().await("deferred", () -> recipients(second).get(0).attempts() == 1);
        int before = far.attempts("down.far");
        SERVER.advance(Duration.ofMinutes(6));
        ann.who()
                .await(
                        "deferred again",
                        () -> recipients(first).get(0).attempts() == 2
                                && recipients(second).get(0).attempts() == 2);
        assertThat(far.attempts("down.far") - before).isBetween(1, 2);
        queued.queue().discard(first);
        queued.queue().discard(second);
    }

    @Test
    void failingTransportDefersTheMessage() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@broken.test");
        long n = send(ann, "x@broken.far");
        ann.who().await("deferred", () -> recipients(n).get(0).attempts() == 1);
        assertThat(recipients(n).get(0).reply()).startsWith("451 4.3.0 ");
        queued.queue().discard(n);
    }

    @Test
    void redirectedMessageIsSentWithoutReturnPath() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@out.test");
        SERVER.directory().forward(ann.who().account(), "team@out.test", "team@fast.far");
        arrivals.smtp(Arrivals.message("out"), "team@out.test");
        ann.who().await("sent", () -> !far.sent.isEmpty());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        far.sent.get(0).content().writeTo(bytes);
        assertThat(bytes.toString(UTF_8))
                .startsWith("Received: from mx.far.test")
                .doesNotContain("Return-Path");
    }

    @Test
    @Covers(value = "UPG-01", part = "queued messages")
    void messageThatRelease030QueuedIsSentWithoutReturnPath() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@earlier.test");
        Envelope envelope = Envelope.of("ann@earlier.test", List.of("x@fast.far"));
        queued.send(ann, envelope, Arrivals.message("earlier", "Return-Path: <ann@earlier.test>"));
        queued.send(ann, envelope, Arrivals.message("other", "Return-Path: <eve@earlier.test>"));
        ann.who().await("sent", () -> far.sent.size() == 2);
        List<String> begins = new ArrayList<>();
        for (OutgoingMail mail : far.sent) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            mail.content().writeTo(bytes);
            assertThat(mail.size()).isEqualTo(bytes.size());
            begins.add(bytes.toString(UTF_8).split("\r\n", 2)[0]);
        }
        assertThat(begins).containsExactlyInAnyOrder("From: carl@far.test", "Return-Path: <eve@earlier.test>");
    }

    @Test
    void recipientWhoseDomainComesHereIsDeliveredHere() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@moves.test");
        long n = send(ann, "x@moves.down.far");
        ann.who().await("deferred", () -> recipients(n).get(0).attempts() == 1);
        LocalMailUser here = LocalMailUser.of(SERVER, "x@moves.down.far");
        SERVER.advance(Duration.ofMinutes(6));
        here.who().await("delivered", () -> !arrivals.subjects(here, "inbox").isEmpty());
        ann.who().await("delivered", () -> recipients(n).isEmpty());
        List<DueLane> lanes = queued.queue().read(sql -> QueueRows.lanes(sql, SERVER.now()));
        assertThat(lanes).isEmpty();
    }

    @Test
    void accountsTakeTurnsInALane() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@turn.test");
        LocalMailUser bob = LocalMailUser.of(SERVER, "bob@turn.test");
        send(ann, "first@slow.far");
        ann.who().await("the lane is busy", () -> far.attempts("slow.far") == 1);
        long last = 0;
        for (int i = 0; i < 150; i++) {
            last = send(ann, "ann" + i + "@slow.far");
        }
        long bobs = send(bob, "bob@slow.far");
        long waiting = last;
        ann.who()
                .await(
                        "all wait in the lane",
                        () -> queued.queue().read(sql -> QueueRows.due(sql, "slow.far", SERVER.now(), 1_000)).stream()
                                .map(QueuedRecipient::posting)
                                .toList()
                                .containsAll(List.of(waiting, bobs)));
        far.open.countDown();
        queued.awaitEmpty(ann);
        List<String> order = far.sent.stream()
                .map(mail -> mail.envelope().recipients().get(0).address())
                .toList();
        assertThat(order).hasSize(152);
        assertThat(order.indexOf("bob@slow.far")).isLessThan(5);
    }

    @Test
    void accountWithManyDomainsHoldsUpNoOther() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@many.test");
        LocalMailUser bob = LocalMailUser.of(SERVER, "bob@many.test");
        for (int i = 0; i < 200; i++) {
            send(ann, "x@" + i + ".slow.far");
        }
        ann.who().await("all threads are busy", () -> far.attempts.size() == RemoteLanes.MOST);
        queued.awaitLanes(ann, 200);
        send(bob, "x@bob.slow.far");
        queued.awaitLanes(ann, 201);
        far.open.countDown();
        queued.awaitEmpty(ann);
        List<String> order = far.sent.stream().map(OutgoingMail::domain).toList();
        assertThat(order).hasSize(201);
        assertThat(order.indexOf("bob.slow.far")).isLessThan(2 * RemoteLanes.MOST);
    }
}
