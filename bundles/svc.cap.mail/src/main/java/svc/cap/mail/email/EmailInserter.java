package svc.cap.mail;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobId;
import svc.api.blob.Blobs;
import svc.api.blob.OverQuota;
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.MethodError;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.State;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.Writing;

/**
 * Lets messages into an account: those of one call together, each of them in or refused by itself. What they bring was read before;
 * here it is looked at once more whether their blobs and mailboxes are still there. Any thread.
 */
@Component(service = Incoming.class)
public final class Incoming {

    private final Store store;
    private final Blobs blobs;
    private final Ledger ledger;

    /** Lets them in here. */
    @Activate
    public Incoming(@Reference Store store, @Reference Blobs blobs, @Reference Ledger ledger) {
        this.store = store;
        this.blobs = blobs;
        this.ledger = ledger;
    }

    /**
     * Where messages go.
     *
     * @param reach the account
     * @param scope its data
     * @param ifInState the state that it must be in; null for any
     */
    record Place(Reach reach, Scope scope, @Nullable String ifInState) {}

    /**
     * What a call asks for, and what becomes of it.
     *
     * @param ready the messages that may come in, by creation id
     * @param created the members of those that came in
     * @param refused why others did not
     * @param once the creation ids of those that come in only where no message has their bytes
     */
    record Batch(
            Map<String, Email.Entry> ready,
            Map<String, Map<String, @Nullable Object>> created,
            Map<String, Map<String, @Nullable Object>> refused,
            Set<String> once) {

        Batch() {
            this(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>(), new HashSet<>());
        }

        void refuse(String key, SetError error) {
            ready.remove(key);
            refused.put(key, error.members());
        }
    }

    private record States(State before, State after) {}

    /** What a transaction made of them; it may have been run twice. */
    private record Made(States states, Batch batch, List<Email.Added> added) {}

    /**
     * Lets in those that are ready, and makes their ids known to the call.
     *
     * @return the members oldState, newState, created and its opposite of the answer
     * @throws MethodError stateMismatch
     */
    Map<String, @Nullable Object> letIn(Call call, Place place, Batch batch) {
        States states;
        if (batch.ready().isEmpty()) {
            State state = store.read(place.scope(), snapshot -> snapshot.state(Email.TYPE));
            demand(call, place.reach(), place.ifInState(), state);
            states = new States(state, state);
        } else {
            states = write(call, place, batch);
        }
        batch.created().forEach((key, members) -> call.created(key, String.valueOf(members.get("id"))));
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("oldState", call.text(place.reach(), states.before()));
        answer.put("newState", call.text(place.reach(), states.after()));
        answer.put("created", batch.created().isEmpty() ? null : batch.created());
        answer.put("notCreated", batch.refused().isEmpty() ? null : batch.refused());
        return answer;
    }

    private States write(Call call, Place place, Batch asked) {
        Made made = store.write(
                place.scope(), Writing.named("svc.cap.mail: messages come in", tx -> made(call, place, asked, tx)));
        asked.refused().putAll(made.batch().refused());
        int next = 0;
        for (Map.Entry<String, Email.Entry> entry : made.batch().ready().entrySet()) {
            Email.Added added = made.added().get(next++);
            asked.created().put(entry.getKey(), members(entry.getValue().arrival(), added));
        }
        return made.states();
    }

    private Made made(Call call, Place place, Batch asked, Transaction tx) {
        State before = tx.state(Email.TYPE);
        demand(call, place.reach(), place.ifInState(), before);
        Batch batch = new Batch(
                new LinkedHashMap<>(asked.ready()), new LinkedHashMap<>(), new LinkedHashMap<>(), asked.once());
        look(tx, batch);
        Doubles doubles = Doubles.in(tx, blobs, batch);
        refuseBeyond(tx, place.reach(), batch);
        List<Email.Added> added = batch.ready().isEmpty()
                ? List.of()
                : ledger.add(tx, new ArrayList<>(batch.ready().values()));
        doubles.close(added);
        return new Made(new States(before, tx.state(Email.TYPE)), batch, added);
    }

    private void look(Transaction tx, Batch batch) {
        Set<Long> named = new LinkedHashSet<>();
        Set<Long> labelled = new LinkedHashSet<>();
        Set<BlobId> brought = new LinkedHashSet<>();
        batch.ready().values().forEach(entry -> {
            named.addAll(entry.mailboxes());
            labelled.addAll(entry.labels());
            brought.add(entry.arrival().blob());
        });
        Set<Long> mailboxes =
                MailboxRows.among(tx.sql(), named).stream().map(Mailbox::n).collect(Collectors.toSet());
        Set<Long> labels = LabelRows.there(tx.sql(), labelled);
        Set<BlobId> held = blobs.held(tx, brought);
        for (Map.Entry<String, Email.Entry> one : List.copyOf(batch.ready().entrySet())) {
            Email.Entry entry = one.getValue();
            Optional<Long> gone = entry.mailboxes().stream()
                    .filter(n -> !mailboxes.contains(n))
                    .findFirst();
            Optional<Long> lost =
                    entry.labels().stream().filter(n -> !labels.contains(n)).findFirst();
            if (gone.isPresent()) {
                batch.refuse(one.getKey(), Given.unknownMailbox(ObjectId.text(Mailbox.LETTER, gone.get())));
            } else if (lost.isPresent()) {
                batch.refuse(one.getKey(), Given.unknownLabel(ObjectId.text(Label.LETTER, lost.get())));
            } else if (!held.contains(entry.arrival().blob())) {
                batch.refuse(one.getKey(), unknownBlob(entry.arrival().blob().toString()));
            }
        }
    }

    /** What would take the account over its quota (RFC 8621 §4.8), while the others come in. */
    private void refuseBeyond(Transaction tx, Reach reach, Batch batch) {
        Map<BlobId, OverQuota> beyond = blobs.beyond(
                tx,
                batch.ready().values().stream()
                        .map(entry -> entry.arrival().blob())
                        .toList());
        for (Map.Entry<String, Email.Entry> one : List.copyOf(batch.ready().entrySet())) {
            OverQuota why = beyond.get(one.getValue().arrival().blob());
            if (why != null) {
                batch.refuse(one.getKey(), SetError.overQuota(why.told(reach)));
            }
        }
    }

    /** What is said about a blob that the caller does not see. */
    static SetError unknownBlob(String id) {
        return SetError.invalidProperty("blobId", "There is no blob " + id + " in the account. Upload it first.");
    }

    /** The messages must be in a state that somebody named. */
    static void demand(Call call, Reach reach, @Nullable String ifInState, State state) {
        String text = call.text(reach, state);
        if (ifInState != null && !ifInState.equals(text)) {
            throw new MethodError("stateMismatch", "The messages changed; the state is " + text + " now.");
        }
    }

    private static Map<String, @Nullable Object> members(Arrival arrival, Email.Added added) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("id", ObjectId.text(Email.LETTER, added.n()));
        members.put("blobId", arrival.blob().toString());
        members.put("threadId", ObjectId.text(MailThread.LETTER, added.thread()));
        members.put("size", arrival.size());
        return members;
    }
}
