package svc.delivery.attempt;

import java.io.IOException;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.MailTransport.Result;
import svc.api.delivery.SmtpReply;
import svc.api.job.CrossAccountTaskHandler.Effect;
import svc.api.store.Store;
import svc.delivery.attempt.DeliveryRecorder.PendingDelivery;
import svc.delivery.attempt.DeliveryRecorder.StaleResultException;
import svc.delivery.queue.BounceLimit;
import svc.delivery.queue.DurableQueue;
import svc.delivery.queue.MessagesInTransit;
import svc.delivery.queue.QueueEntry;

/** Records and counts the replies of other servers. Thread-safe. */
@Component(service = RemoteResults.class)
public final class RemoteResults {

    private static final Logger LOG = LoggerFactory.getLogger(RemoteResults.class);

    private final Store store;
    private final MessagesInTransit transit;
    private final DeliveryRecorder recorder;
    private final BounceLimit bounces;

    @Activate
    public RemoteResults(
            @Reference Store store,
            @Reference MessagesInTransit transit,
            @Reference DeliveryRecorder recorder,
            @Reference BounceLimit bounces) {
        this.store = store;
        this.transit = transit;
        this.recorder = recorder;
        this.bounces = bounces;
    }

    /**
     * Counts the replies of other servers to a message of an account. A message that came from another server, and a
     * notification, are not counted.
     */
    void count(List<PendingDelivery> message, Result result) {
        QueueEntry head = message.get(0).head();
        if (head.key().isFromOutside() || head.sender().isEmpty()) {
            return;
        }
        for (int i = 0; i < message.size(); i++) {
            PendingDelivery delivery = message.get(i);
            bounces.count(
                    delivery.from(),
                    delivery.posting() + "/" + delivery.recipient().i(),
                    result.replies().get(i));
        }
    }

    /** Records the replies to a message, one for each recipient, and ends its transit with the last one. */
    void record(String domain, List<PendingDelivery> message, Result result) {
        for (int i = 0; i < message.size(); i++) {
            PendingDelivery delivery = message.get(i);
            boolean isLast = i == message.size() - 1;
            record(delivery, result.replies().get(i), result.notifiesSender(), () -> {
                if (isLast) {
                    transit.end(delivery.posting(), domain);
                }
            });
        }
    }

    /**
     * Records a reply. A change of another recipient in between must not cause the message to be sent again.
     *
     * @param recorded runs in the same transaction, so that a client that sees the reply can cancel the message
     */
    private void record(PendingDelivery delivery, SmtpReply reply, boolean hostNotifiesSender, Runnable recorded) {
        boolean isStale = true;
        while (isStale) {
            try {
                Effect effect = result(delivery, reply, hostNotifiesSender);
                write(delivery, tx -> {
                    effect.apply(tx);
                    recorded.run();
                });
                isStale = false;
            } catch (StaleResultException e) {
                LOG.debug("Queued message q{} has changed; its reply is recorded again", delivery.posting());
            }
        }
    }

    private Effect result(PendingDelivery delivery, SmtpReply reply, boolean hostNotifiesSender) {
        try {
            return reply.isPositive()
                    ? recorder.relayed(delivery, reply.toString(), hostNotifiesSender)
                    : reply.isPermanent()
                            ? recorder.failed(delivery, reply.toString())
                            : recorder.deferred(delivery, reply.toString());
        } catch (IOException e) {
            LOG.error("The notification about queued message q{} could not be stored", delivery.posting(), e);
            return recorder.unreported(delivery, reply);
        }
    }

    /** Changes a delivery in a transaction of its account. */
    void write(PendingDelivery delivery, Effect change) {
        store.write(DurableQueue.scope(delivery.recipient().account()), tx -> {
            change.apply(tx);
            return delivery;
        });
    }
}
