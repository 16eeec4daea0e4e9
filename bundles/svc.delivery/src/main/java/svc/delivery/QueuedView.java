package svc.delivery;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.api.delivery.Destiny.Fate;
import svc.api.store.ObjectId;
import svc.delivery.PostingRows.Head;
import svc.delivery.PostingRows.Leg;

/** A message of the queue as operators see it: who and how, never what is in it. */
record QueuedView(
        String id,
        @Nullable String tenantId,
        String sender,
        long size,
        String createdAt,
        String state,
        List<Recipient> recipients) {

    /** How it fares on its way to one recipient. */
    record Recipient(
            String address,
            String state,
            int attempts,
            @Nullable String nextAttemptAt,
            @Nullable String lastStatus) {

        private static Recipient of(Leg leg) {
            return new Recipient(
                    leg.address(),
                    leg.fate() != Fate.WAITING ? leg.fate().word() : leg.attempts() == 0 ? "queued" : "deferred",
                    leg.attempts(),
                    leg.fate() == Fate.WAITING ? text(leg.next()) : null,
                    leg.reply().isEmpty() ? null : leg.reply());
        }
    }

    static QueuedView of(Head head, @Nullable String tenant, List<Leg> legs) {
        boolean fresh = legs.stream().anyMatch(leg -> leg.fate() == Fate.WAITING && leg.attempts() == 0);
        return new QueuedView(
                ObjectId.text(DurableQueue.LETTER, head.n()),
                tenant,
                head.sender(),
                head.size(),
                text(head.created()),
                fresh ? "queued" : "deferred",
                legs.stream().map(Recipient::of).toList());
    }

    private static String text(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
