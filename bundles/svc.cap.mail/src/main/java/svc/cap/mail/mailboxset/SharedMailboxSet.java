package svc.cap.mail.mailboxset;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.PatchObject;
import svc.api.jmap.SetError;
import svc.api.jmap.type.SetBatch;
import svc.api.store.Transaction;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.MailboxProperty;
import svc.cap.mail.mailbox.MailboxRows;
import svc.cap.mail.mailbox.MailboxView;
import svc.cap.mail.mailbox.SubscriptionRows;

/**
 * Applies the {@code Mailbox/set} of a user with whom single mailboxes of an account are shared. Such a user can only
 * subscribe and unsubscribe. All other changes are refused, because their errors would depend on mailboxes that the user
 * cannot see. Not thread-safe.
 */
final class SharedMailboxSet {

    private final Transaction tx;
    private final SetBatch batch;
    private final MailboxView view;

    SharedMailboxSet(Transaction tx, SetBatch batch) {
        this.tx = tx;
        this.batch = batch;
        this.view = MailboxView.of(
                tx.sql(), batch.context().reach(), batch.context().caller(), true);
    }

    void execute() {
        SetError refusal = SetError.forbidden("Only the owner can change, create or destroy mailboxes.");
        batch.creates().forEach(create -> create.reject(refusal));
        batch.destroys().forEach(destroy -> destroy.reject(refusal));
        List<Long> numbers =
                batch.updates().stream().map(SetBatch.Update::n).distinct().toList();
        Map<Long, Mailbox> mailboxes = view.visible().seen(tx.sql(), MailboxRows.find(tx.sql(), numbers), true).stream()
                .collect(Collectors.toMap(Mailbox::n, mailbox -> mailbox));
        batch.updates()
                .forEach(update -> update.attempt(() -> {
                    Mailbox mailbox = mailboxes.get(update.n());
                    if (mailbox == null) {
                        throw SetError.notFound();
                    }
                    update(update, mailbox, refusal);
                }));
    }

    private void update(SetBatch.Update update, Mailbox mailbox, SetError refusal) {
        Map<MailboxProperty, @Nullable Object> given =
                new HashMap<>(MailboxSet.members(PatchObject.of(update.patch()).whole()));
        Object subscribed = given.containsKey(MailboxProperty.IS_SUBSCRIBED)
                ? Objects.requireNonNullElse(given.remove(MailboxProperty.IS_SUBSCRIBED), true)
                : null;
        given.forEach((property, value) -> {
            if (!Objects.equals(value, view.value(mailbox, property))) {
                throw refusal;
            }
        });
        if (subscribed instanceof Boolean wanted
                && !wanted.equals(view.value(mailbox, MailboxProperty.IS_SUBSCRIBED))) {
            SubscriptionRows.set(
                    tx.sql(), mailbox.n(), batch.context().caller().account().n(), wanted);
            tx.logUpdated(Mailbox.TYPE, mailbox.n(), Mailbox.CORE);
        }
        update.updated(Map.of());
    }
}
