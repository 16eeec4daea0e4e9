package svc.delivery;

import java.time.Instant;
import java.util.List;
import svc.api.delivery.DeliveryHook.Effect;
import svc.cap.mail.api.MailStore.ParsedMessage;

/** The result of preparing a delivery to one recipient. */
sealed interface DeliveryResult {

    /**
     * The message can be filed.
     *
     * @param posting the number of the message in the queue
     * @param parsed the message
     * @param effects the effects of the delivery hooks
     * @param at the time of the delivery
     */
    record Deliverable(long posting, ParsedMessage parsed, List<Effect> effects, Instant at)
            implements DeliveryResult {}

    /** Transient failure, to be retried (4.x.x, RFC 3463). */
    record TransientFailure(String reply) implements DeliveryResult {}

    /** Permanent failure (5.x.x, RFC 3463). */
    record PermanentFailure(String reply) implements DeliveryResult {}
}
