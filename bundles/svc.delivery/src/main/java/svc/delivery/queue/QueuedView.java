package svc.delivery.queue;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.delivery.DeliveryStatus.State;
import svc.api.store.ObjectId;

/** A queued message as shown to operators: envelope and delivery state, without content. */
record QueuedView(
        String id,
        @Nullable String tenantId,
        String sender,
        long size,
        String createdAt,
        String state,
        List<Recipient> recipients) {

    /** The delivery state of one recipient. */
    record Recipient(
            String address,
            String state,
            int attempts,
            @Nullable String nextAttemptAt,
            @Nullable String lastStatus) {

        private static Recipient of(QueuedRecipient recipient, Set<String> held) {
            boolean isHeld = recipient.held() || held.contains(recipient.domain());
            return new Recipient(
                    recipient.address(),
                    recipient.state() != State.WAITING
                            ? recipient.state().wireName()
                            : isHeld ? "held" : recipient.attempts() == 0 ? "queued" : "deferred",
                    recipient.attempts(),
                    recipient.state() == State.WAITING && !isHeld ? text(recipient.next()) : null,
                    recipient.reply().isEmpty() ? null : recipient.reply());
        }
    }

    static QueuedView of(QueueEntry head, @Nullable String tenant, List<QueuedRecipient> recipients, Set<String> held) {
        boolean isNew = recipients.stream()
                .anyMatch(recipient -> recipient.state() == State.WAITING && recipient.attempts() == 0);
        return new QueuedView(
                ObjectId.format(DurableQueue.LETTER, head.n()),
                tenant,
                head.sender(),
                head.size(),
                text(head.created()),
                isNew ? "queued" : "deferred",
                recipients.stream().map(one -> Recipient.of(one, held)).toList());
    }

    private static String text(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
