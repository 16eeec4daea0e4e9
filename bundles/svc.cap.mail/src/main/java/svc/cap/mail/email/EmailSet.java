package svc.cap.mail.email;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.SetError;
import svc.api.jmap.type.SetBatch;
import svc.api.jmap.type.SetPortions;
import svc.api.json.Json;
import svc.api.store.BackgroundTask;
import svc.api.store.Snapshot;
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
    private final Json json;

    @Activate
    public EmailSet(@Reference EmailWriter emailWriter, @Reference EmailCreation creation, @Reference Json json) {
        this.emailWriter = emailWriter;
        this.creation = creation;
        this.json = json;
    }

    /** Composes the new messages. Call it outside a store callback. */
    void collect(SetBatch batch) {
        for (SetBatch.Create create : batch.creates()) {
            create.attempt(() -> create.attach(creation.composed(create.properties(), batch)));
        }
    }

    /** Parses the patches of the updates. */
    void prepare(Snapshot snapshot, SetBatch batch) {
        MailV2Features features = MailV2Features.of(batch.context().visibility());
        for (SetBatch.Update update : batch.updates()) {
            update.attempt(() -> {
                EmailPatch patch = EmailPatch.of(update.patch(), features);
                if (!patch.others().isEmpty()) {
                    refuseOthers(snapshot, update.n(), patch.others(), features);
                }
                update.attach(patch);
            });
        }
    }

    /**
     * Rejects changes of immutable properties. A client may send an immutable property with its current value (RFC 8620
     * §5.3).
     */
    private void refuseOthers(
            Snapshot snapshot, long n, Map<String, @Nullable Object> others, MailV2Features features) {
        Set<String> names = new LinkedHashSet<>(others.keySet());
        if (!features.others()) {
            names.remove(MailV2Features.HASH);
        }
        Map<String, @Nullable Object> current = new EmailPropertyValues(json).read(snapshot, n, names);
        if (current.isEmpty()) {
            throw SetError.notFound();
        }
        List<String> different = others.keySet().stream()
                .filter(name -> !current.containsKey(name) || !Objects.equals(current.get(name), others.get(name)))
                .toList();
        if (!different.isEmpty()) {
            throw SetError.invalidProperties(
                    different,
                    features.labels()
                            ? "Only keywords, mailboxIds, labelIds and isPinned of an existing email can be changed."
                            : "Only keywords and mailboxIds of an existing email can be changed.");
        }
    }

    /** Applies changes in this transaction as long as {@code pace} allows. Returns whether changes are left. */
    boolean apply(Transaction tx, SetBatch batch, BackgroundTask.Pace pace) {
        return new SetPortions(batch, PORTION).make(pace, portion -> {
            creation.apply(tx, portion);
            Map<Long, EmailMetadata> placed = EmailWriter.metadata(tx, portion.numbers());
            update(tx, portion.updates(), placed);
            destroy(tx, portion.destroys(), placed);
        });
    }

    private void update(Transaction tx, List<SetBatch.Update> updates, Map<Long, EmailMetadata> placed) {
        List<EmailUpdate> moved = new ArrayList<>();
        for (SetBatch.Update update : updates) {
            update.attempt(() -> {
                EmailUpdate after = ((EmailPatch) update.attachment().orElseThrow()).of(existing(placed, update.n()));
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

    private void destroy(Transaction tx, List<SetBatch.Destroy> destroys, Map<Long, EmailMetadata> placed) {
        List<EmailMetadata> removed = new ArrayList<>();
        for (SetBatch.Destroy destroy : destroys) {
            destroy.attempt(() -> {
                removed.add(existing(placed, destroy.n()));
                destroy.destroyed();
            });
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
