package svc.cap.mail;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.SetBatch;
import svc.api.jmap.SetError;
import svc.api.json.Json;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/** Email/set (RFC 8621 §4.6). Any thread. */
@Component(service = EmailChanges.class)
public final class EmailChanges {

    private final Ledger ledger;
    private final EmailCreation creation;
    private final Json json;

    /** Books here. */
    @Activate
    public EmailChanges(@Reference Ledger ledger, @Reference EmailCreation creation, @Reference Json json) {
        this.ledger = ledger;
        this.creation = creation;
        this.json = json;
    }

    /** Composes new messages; outside any work of the store. */
    void gather(SetBatch batch) {
        for (SetBatch.Create create : batch.creates()) {
            create.attempt(() -> create.keep(creation.composed(create.properties(), batch)));
        }
    }

    /** Reads the patches. */
    void prepare(Snapshot snapshot, SetBatch batch) {
        SecondSurface surface = SecondSurface.of(batch::shows);
        for (SetBatch.Update update : batch.updates()) {
            update.attempt(() -> {
                EmailPatch patch = EmailPatch.of(update.patch(), surface);
                if (!patch.others().isEmpty()) {
                    refuseOthers(snapshot, update.n(), patch.others(), surface);
                }
                update.keep(patch);
            });
        }
    }

    /** What cannot be changed may be sent along as it is (RFC 8620 §5.3). */
    private void refuseOthers(Snapshot snapshot, long n, Map<String, @Nullable Object> others, SecondSurface surface) {
        Set<String> names = new LinkedHashSet<>(others.keySet());
        if (!surface.others()) {
            names.remove(SecondSurface.HASH);
        }
        Map<String, @Nullable Object> current = new PlainEmail(json).read(snapshot, n, names);
        if (current.isEmpty()) {
            throw SetError.notFound();
        }
        List<String> different = others.keySet().stream()
                .filter(name -> !current.containsKey(name) || !Objects.equals(current.get(name), others.get(name)))
                .toList();
        if (!different.isEmpty()) {
            throw SetError.invalidProperties(
                    different,
                    surface.labels()
                            ? "Of a message that is there only keywords, mailboxIds, labelIds and isPinned can be changed."
                            : "Of a message that is there only keywords and mailboxIds can be changed.");
        }
    }

    /** Makes the changes. */
    void apply(Transaction tx, SetBatch batch) {
        creation.apply(tx, batch);
        Set<Long> numbers = new LinkedHashSet<>();
        Stream.concat(
                        batch.updates().stream().map(SetBatch.Update::n),
                        batch.destroys().stream().map(SetBatch.Destroy::n))
                .forEach(numbers::add);
        if (numbers.isEmpty()) {
            return;
        }
        Map<Long, Email.Placed> placed = Ledger.placed(tx, numbers);
        update(tx, batch.updates(), placed);
        destroy(tx, batch.destroys(), placed);
    }

    private void update(Transaction tx, List<SetBatch.Update> updates, Map<Long, Email.Placed> placed) {
        List<Email.Moved> moved = new ArrayList<>();
        for (SetBatch.Update update : updates) {
            update.attempt(() -> {
                Email.Moved after = ((EmailPatch) update.kept().orElseThrow()).of(there(placed, update.n()));
                Set<String> differences = EmailPatch.differences(after);
                if (!differences.isEmpty()) {
                    moved.add(after);
                }
                update.done(Map.of(), differences);
            });
        }
        if (!moved.isEmpty()) {
            ledger.change(tx, moved);
        }
    }

    private void destroy(Transaction tx, List<SetBatch.Destroy> destroys, Map<Long, Email.Placed> placed) {
        List<Email.Placed> gone = new ArrayList<>();
        for (SetBatch.Destroy destroy : destroys) {
            destroy.attempt(() -> {
                gone.add(there(placed, destroy.n()));
                destroy.done();
            });
        }
        if (!gone.isEmpty()) {
            ledger.remove(tx, gone);
        }
    }

    private static Email.Placed there(Map<Long, Email.Placed> placed, long n) {
        Email.Placed found = placed.get(n);
        if (found == null) {
            throw SetError.notFound();
        }
        return found;
    }

    /** The id of a message. */
    static String id(long n) {
        return ObjectId.text(Email.LETTER, n);
    }
}
