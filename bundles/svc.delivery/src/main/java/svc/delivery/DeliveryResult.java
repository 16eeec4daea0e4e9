package svc.delivery;

import svc.api.identity.Account;

/** The result of preparing a delivery to one recipient. */
sealed interface DeliveryResult {

    /** The message can be delivered to a local account. */
    record Deliverable(Account account, LocalDelivery.PreparedDelivery ready) implements DeliveryResult {}

    /** Transient failure, to be retried (4.x.x, RFC 3463). */
    record TransientFailure(String reply) implements DeliveryResult {}

    /** Permanent failure (5.x.x, RFC 3463). */
    record PermanentFailure(String reply) implements DeliveryResult {}
}
