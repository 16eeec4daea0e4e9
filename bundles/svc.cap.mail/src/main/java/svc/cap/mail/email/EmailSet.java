package svc.cap.mail.email;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.SetError;
import svc.api.jmap.type.SetBatch;
import svc.api.jmap.type.SetPortions;
import svc.api.store.BackgroundTask;
import svc.api.store.Transaction;
import svc.cap.mail.capability.MailV2Features;
import svc.cap.mail.write.EmailMetadata;
import svc.cap.mail.write.EmailUpdate;
import svc.cap.mail.write.EmailWriter;

/** Executes {@code Email/set} (RFC 8621 §4.6). Thread-safe. */
@Component(service = EmailSet.class)
public final class EmailSet {

    /** The number of emails that are changed between two checks whether the transaction may continue. */
    private static final int PORTION = 10;

    private final EmailWriter emailWriter;
    private final EmailCreation creation;

    @Activate
    public EmailSet(@Reference EmailWriter emailWriter, @Reference EmailCreation creation) {
        this.emailWriter = emailWriter;
        this.creation = creation;
    }

    /** Composes the new messages. Call it outside a store callback. */
    void collect(SetBatch batch) {
        batch.creates().forEach(create -> creation.compose(create, batch));
    }

    /** Parses the patches of the updates. */
    void prepare(SetBatch batch) {
        MailV2Features features = MailV2Features.of(batch.context());
        for (SetBatch.Update update : batch.updates()) {
            update.attempt(() -> update.attach(EmailPatch.of(update.patch(), features)));
        }
    }

    /** Applies changes in this transaction as long as {@code pace} allows. Returns whether changes are left. */
    boolean apply(Transaction tx, SetBatch batch, BackgroundTask.Pace pace) {
        SharedEmailRights rights = SharedEmailRights.of(batch.context().reach());
        return new SetPortions(batch, PORTION).make(pace, portion -> {
            creation.apply(tx, portion);
            Map<Long, EmailMetadata> placed = EmailWriter.metadata(tx, portion.numbers());
            update(tx, portion.updates(), placed, rights);
            destroy(tx, portion.destroys(), placed, rights);
        });
    }

    private void update(
            Transaction tx, List<SetBatch.Update> updates, Map<Long, EmailMetadata> placed, SharedEmailRights rights) {
        List<EmailUpdate> moved = new ArrayList<>();
        for (SetBatch.Update update : updates) {
            update.attempt(() -> {
                EmailMetadata stored = existing(placed, update.n());
                EmailUpdate wanted = ((EmailPatch) update.attachment().orElseThrow()).of(rights.seen(stored));
                EmailUpdate after = rights.stored(stored, wanted);
                Set<String> differences = EmailPatch.changedProperties(after);
                if (!differences.isEmpty()) {
                    moved.add(after);
                }
                update.updated(Map.of(), differences);
            });
        }
        if (!moved.isEmpty()) {
            emailWriter.change(tx, moved);
        }
    }

    private void destroy(
            Transaction tx,
            List<SetBatch.Destroy> destroys,
            Map<Long, EmailMetadata> placed,
            SharedEmailRights rights) {
        List<EmailMetadata> removed = new ArrayList<>();
        List<EmailUpdate> remaining = new ArrayList<>();
        for (SetBatch.Destroy destroy : destroys) {
            destroy.attempt(() -> {
                EmailMetadata stored = existing(placed, destroy.n());
                rights.checkDestroy(stored);
                Set<Long> others = rights.remaining(stored);
                if (others.isEmpty()) {
                    removed.add(stored);
                } else {
                    remaining.add(new EmailUpdate(stored, stored.keywords(), stored.labels(), others));
                }
                destroy.destroyed();
            });
        }
        if (!remaining.isEmpty()) {
            emailWriter.change(tx, remaining);
        }
        if (!removed.isEmpty()) {
            emailWriter.remove(tx, removed);
        }
    }

    private static EmailMetadata existing(Map<Long, EmailMetadata> placed, long n) {
        EmailMetadata found = placed.get(n);
        if (found == null) {
            throw SetError.notFound();
        }
        return found;
    }
}
