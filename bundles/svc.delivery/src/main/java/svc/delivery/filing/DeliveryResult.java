package svc.delivery.filing;

import java.util.List;
import java.util.Map;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.delivery.DeliveryPlan;
import svc.api.delivery.SmtpReply;
import svc.api.identity.Account;
import svc.cap.mail.api.MailStore.ParsedMessage;
import svc.delivery.filing.LocalDelivery.Letter;
import svc.delivery.queue.DeliveryKey;

/** The result of preparing a delivery to one recipient. */
public sealed interface DeliveryResult {

    /**
     * The message can be filed.
     *
     * @param letter the message
     * @param key the key by which the account recognizes this delivery
     * @param to the account of the recipient
     * @param recipient the address of the recipient
     * @param copy the copy in this account
     * @param parsed the parsed copy
     * @param plan the plan of the filters
     * @param returnPaths the return paths for the redirects of the plan
     */
    record Deliverable(
            Letter letter,
            DeliveryKey key,
            Account to,
            String recipient,
            StoredBlob copy,
            ParsedMessage parsed,
            DeliveryPlan plan,
            Map<String, String> returnPaths)
            implements DeliveryResult {

        /** Returns whether the recipient is in a relay domain: the account only sends the message on to the recipient. */
        public boolean isRelayed() {
            return plan.redirects().equals(List.of(recipient));
        }
    }

    /** The message cannot be filed now (4.x.x, RFC 3463) or at all (5.x.x). */
    record Failure(SmtpReply reply) implements DeliveryResult {}
}
