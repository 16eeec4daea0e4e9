package svc.api.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.store.Transaction;

/**
 * What happens to a message for one recipient. Immutable.
 *
 * @param disposition whether and where the message is filed
 * @param redirects the addresses to which the message is sent on
 * @param effects changes in the transaction that files the message, in order
 * @param stop whether the filters after this one are skipped
 */
public record DeliveryPlan(Disposition disposition, List<String> redirects, List<Effect> effects, boolean stop) {

    /** The plan before the first filter: the message is filed in the inbox. */
    public static final DeliveryPlan INBOX = new DeliveryPlan(Keep.in("inbox"), List.of(), List.of(), false);

    /** Copies the lists. */
    public DeliveryPlan {
        redirects = List.copyOf(redirects);
        effects = List.copyOf(effects);
    }

    /** Returns this plan with another disposition. */
    public DeliveryPlan with(Disposition other) {
        return new DeliveryPlan(other, redirects, effects, stop);
    }

    /** Returns this plan with one more effect. */
    public DeliveryPlan with(Effect effect) {
        List<Effect> all = new ArrayList<>(effects);
        all.add(effect);
        return new DeliveryPlan(disposition, redirects, all, stop);
    }

    /** Whether and where a message is filed. */
    public sealed interface Disposition {}

    /**
     * The message is filed. Mailboxes that do not exist are left out; if none is left, the message is filed in the inbox.
     *
     * @param roles the roles of mailboxes, such as {@code inbox}
     * @param mailboxes the numbers of mailboxes
     * @param keywords the keywords, in lower case
     */
    public record Keep(Set<String> roles, Set<Long> mailboxes, Set<String> keywords) implements Disposition {

        /** Copies the sets. */
        public Keep {
            roles = Set.copyOf(roles);
            mailboxes = Set.copyOf(mailboxes);
            keywords = Set.copyOf(keywords);
        }

        /** Returns the disposition that files in the mailbox with a role, without keywords. */
        public static Keep in(String role) {
            return new Keep(Set.of(role), Set.of(), Set.of());
        }
    }

    /** The message is accepted but not filed. */
    public record Discard() implements Disposition {}

    /**
     * The message is rejected. The effects and redirects of the plan are not carried out.
     *
     * @param reply a transient or permanent reply
     */
    public record Reject(SmtpReply reply) implements Disposition {

        /**
         * Checks the reply.
         *
         * @throws IllegalArgumentException the reply is positive
         */
        public Reject {
            if (reply.isPositive()) {
                throw new IllegalArgumentException("a rejection is not a positive reply");
            }
        }
    }

    /** A change in the transaction that files the message. */
    @ConsumerType
    @FunctionalInterface
    public interface Effect {

        /** Applies the change in a transaction of the recipient's account. It can be called more than once. */
        void apply(Transaction tx);
    }
}
