package svc.delivery.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.delivery.Envelope;
import svc.api.delivery.MailTransport;
import svc.api.delivery.OutgoingMail;
import svc.api.delivery.SmtpReply;
import svc.api.health.Finding;
import svc.api.operation.OperationException;
import svc.api.operation.OperationGroup;
import svc.api.restore.RestoredBackup;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.delivery.intake.Arrivals;
import svc.delivery.intake.Queued;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;

/** The queue of a restored backup. */
final class RestoredQueueTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage("svc.delivery");

    private final Queued queued = new Queued(SERVER);
    private final List<String> sent = new CopyOnWriteArrayList<>();
    private volatile String reply = "450 4.2.0 Later";
    private AutoCloseable registration;

    private final class Transport implements MailTransport {

        @Override
        public boolean accepts(String address) {
            return true;
        }

        @Override
        public Result send(OutgoingMail mail) {
            sent.add(mail.domain());
            return new Result(List.of(SmtpReply.of(reply)));
        }
    }

    private static RestoredQueue restored() {
        return SERVER.service(OperationGroup.class, RestoredQueue.class);
    }

    private static QueueOperations operations() {
        return SERVER.service(OperationGroup.class, QueueOperations.class);
    }

    private static String state(long n) {
        JsonNode view = SERVER.json(operations().show(id(n)));
        return view.at("/recipients/0/state").asText();
    }

    private static String id(long n) {
        return ObjectId.format(DurableQueue.LETTER, n);
    }

    /** Calls the step as the first start of the restored home does. */
    private static void restore() {
        RestoredBackup backup = new RestoredBackup("1", Instant.EPOCH, Set.of(), List.of());
        boolean more = true;
        while (more) {
            more = SERVER.service(Store.class)
                    .write(Scope.system(), tx -> restored().change(backup, tx, () -> false));
        }
    }

    @BeforeEach
    void register() {
        registration = SERVER.register(MailTransport.class, new Transport());
    }

    @AfterEach
    void unregister() throws Exception {
        registration.close();
    }

    private long deferred(LocalMailUser ann, String domain) throws IOException {
        long n = queued.send(
                ann, Envelope.of("ann@restored.test", List.of("x@" + domain)), Arrivals.message("to " + domain));
        ann.who().await("deferred", () -> state(n).equals("deferred"));
        return n;
    }

    @Test
    void queuedMessagesAreHeldUntilAnOperatorReleasesThem() throws IOException {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@restored.test");
        long first = deferred(ann, "first.far");
        long second = deferred(ann, "second.far");
        restore();
        sent.clear();
        reply = "250 2.0.0 Taken";
        assertThat(state(first)).isEqualTo("held");
        assertThat(restored().run().get(0).status()).isEqualTo(Finding.Status.WARN);
        SERVER.advance(Duration.ofDays(6));
        operations().flush();
        long later =
                queued.send(ann, Envelope.of("ann@restored.test", List.of("x@later.far")), Arrivals.message("later"));
        ann.who().await("sent", () -> queued.queue().recipients(later).isEmpty());
        assertThat(sent).containsExactly("later.far");
        assertThat(restored().releaseRestored(id(first)).recipients()).isEqualTo(1);
        ann.who().await("sent", () -> queued.queue().recipients(first).isEmpty());
        assertThat(state(second)).isEqualTo("held");
        assertThat(restored().releaseRestored(null).recipients()).isEqualTo(1);
        ann.who().await("sent", () -> queued.queue().recipients(second).isEmpty());
        assertThat(sent).containsExactly("later.far", "first.far", "second.far");
        assertThat(restored().run().get(0).status()).isEqualTo(Finding.Status.OK);
        assertThatThrownBy(() -> restored().releaseRestored(null)).isInstanceOf(OperationException.class);
        assertThatThrownBy(() -> restored().releaseRestored("nonsense")).isInstanceOf(OperationException.class);
    }

    @Test
    void releasedMessageIsRetriedForTheWholeTime() throws IOException {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@restored.test");
        long n = deferred(ann, "slow.far");
        restore();
        SERVER.advance(Duration.ofDays(6));
        int before = sent.size();
        restored().releaseRestored(id(n));
        ann.who().await("tried", () -> sent.size() > before && state(n).equals("deferred"));
        operations().remove(id(n));
    }
}
