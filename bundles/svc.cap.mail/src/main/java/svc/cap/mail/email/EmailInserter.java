package svc.cap.mail.email;

import static java.util.Objects.requireNonNull;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.OverQuotaException;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.ThreadType;
import svc.cap.mail.label.Label;
import svc.cap.mail.label.LabelRows;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.MailboxRows;
import svc.cap.mail.mailbox.VisibleContainers;
import svc.cap.mail.message.ParsedMessage;
import svc.cap.mail.write.CreatedEmail;
import svc.cap.mail.write.EmailInsert;
import svc.cap.mail.write.EmailWriter;

/**
 * Inserts parsed messages into an account, several in each transaction. A rejected message does not affect the others.
 * The transaction checks again that the blobs, mailboxes and labels exist. Thread-safe.
 */
@Component(service = EmailInserter.class)
public final class EmailInserter {

    private static final Logger LOG = LoggerFactory.getLogger(EmailInserter.class);

    /** Maximum number of messages in one transaction. */
    private static final int PORTION = 20;

    private final Store store;
    private final AccountBlobs blobs;
    private final EmailWriter emailWriter;

    @Activate
    public EmailInserter(@Reference Store store, @Reference AccountBlobs blobs, @Reference EmailWriter emailWriter) {
        this.store = store;
        this.blobs = blobs;
        this.emailWriter = emailWriter;
    }

    /**
     * The target of an insertion.
     *
     * @param accessible the account
     * @param scope the scope of the account
     * @param ifInState the required state; null for any
     */
    record Target(
            AccessibleAccount accessible,
            Scope scope,
            @Nullable String ifInState) {
        VisibleContainers visible() {
            return VisibleContainers.of(accessible);
        }
    }

    /**
     * The messages of a call and their results.
     *
     * @param ready the messages to insert, by creation id
     * @param created the properties of the inserted emails, by creation id
     * @param refused the errors of the rejected messages, by creation id
     * @param once the creation ids of messages that are inserted only if no email has the same bytes
     */
    record Batch(
            Map<String, EmailInsert> ready,
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

    /**
     * The states before and after the portions. If another request changes emails between two portions, {@code before}
     * is the state after the change of that request.
     */
    private record States(State before, State after) {

        States and(States next) {
            return new States(after.equals(next.before) ? before : next.before, next.after);
        }
    }

    /**
     * The result of a transaction. The store can run the transaction twice, so the transaction works on a copy of the
     * batch.
     */
    private record Result(States states, Batch batch, List<CreatedEmail> added) {}

    /**
     * Inserts the messages that are ready, and adds their creation ids to the call.
     *
     * @return the members {@code oldState}, {@code newState}, {@code created} and {@code notCreated} of the response
     * @throws MethodError {@code stateMismatch}
     */
    Map<String, @Nullable Object> insertAll(MethodCall call, Target target, Batch batch) {
        States states;
        if (batch.ready().isEmpty()) {
            State state = store.read(target.scope(), snapshot -> state(snapshot, target.visible()));
            checkState(call, target.accessible(), target.ifInState(), state);
            states = new States(state, state);
        } else {
            states = write(call, target, batch);
        }
        batch.created().forEach((key, members) -> call.putCreatedId(key, String.valueOf(members.get("id"))));
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("oldState", call.formatState(target.accessible(), EmailType.TYPE, states.before()));
        answer.put("newState", call.formatState(target.accessible(), EmailType.TYPE, states.after()));
        answer.put("created", batch.created().isEmpty() ? null : batch.created());
        answer.put("notCreated", batch.refused().isEmpty() ? null : batch.refused());
        return answer;
    }

    /** Writes in portions, so that the writes of other accounts can run in between (FAIR-01). */
    private States write(MethodCall call, Target target, Batch request) {
        List<Map.Entry<String, EmailInsert>> ready = List.copyOf(request.ready().entrySet());
        States states = null;
        for (int from = 0; from < ready.size(); from += PORTION) {
            Batch portion = new Batch(new LinkedHashMap<>(), request.created(), request.refused(), request.once());
            ready.subList(from, Math.min(ready.size(), from + PORTION))
                    .forEach(entry -> portion.ready().put(entry.getKey(), entry.getValue()));
            states = states == null ? writeSome(call, target, portion) : states.and(insertRest(call, target, portion));
        }
        return requireNonNull(states);
    }

    /** Inserts a further portion. If this fails, the messages of earlier transactions remain (RFC 8620 §3.6.2). */
    private States insertRest(MethodCall call, Target target, Batch portion) {
        try {
            return writeSome(call, new Target(target.accessible(), target.scope(), null), portion);
        } catch (RuntimeException e) {
            LOG.warn("The call failed after some of its emails were stored", e);
            throw new MethodError(
                    "serverPartialFail", "Some of the emails were created. Fetch the changes before you try again.");
        }
    }

    private States writeSome(MethodCall call, Target target, Batch request) {
        Result result = store.write(
                target.scope(),
                TransactionCallback.named(
                        "svc.cap.mail: insert emails", tx -> insertPortion(call, target, request, tx)));
        request.refused().putAll(result.batch().refused());
        int next = 0;
        for (Map.Entry<String, EmailInsert> entry : result.batch().ready().entrySet()) {
            CreatedEmail added = result.added().get(next++);
            request.created().put(entry.getKey(), members(entry.getValue().message(), added));
        }
        return result.states();
    }

    private Result insertPortion(MethodCall call, Target target, Batch request, Transaction tx) {
        State before = state(tx, target.visible());
        checkState(call, target.accessible(), target.ifInState(), before);
        Batch batch = new Batch(
                new LinkedHashMap<>(request.ready()), new LinkedHashMap<>(), new LinkedHashMap<>(), request.once());
        checkBlobs(call, target, tx, batch);
        Deduplication deduplication = Deduplication.open(tx, blobs, target.visible(), batch);
        refuseBeyond(tx, target.accessible(), batch);
        List<CreatedEmail> added = batch.ready().isEmpty()
                ? List.of()
                : emailWriter.add(tx, new ArrayList<>(batch.ready().values()));
        deduplication.close(added);
        return new Result(new States(before, state(tx, target.visible())), batch, added);
    }

    private void checkBlobs(MethodCall call, Target target, Transaction tx, Batch batch) {
        Set<Long> named = new LinkedHashSet<>();
        Set<Long> labelled = new LinkedHashSet<>();
        Set<BlobId> written = new LinkedHashSet<>();
        batch.ready().values().forEach(entry -> {
            named.addAll(entry.mailboxes());
            labelled.addAll(entry.labels());
            written.add(entry.message().blob());
        });
        Set<Long> mailboxes =
                MailboxRows.find(tx.sql(), named).stream().map(Mailbox::n).collect(Collectors.toSet());
        Set<Long> labels = LabelRows.existing(tx.sql(), labelled);
        Set<BlobId> held = target.visible().isAll()
                ? blobs.existing(tx, written)
                : blobs.visible(tx, call.caller(), target.accessible(), written);
        for (Map.Entry<String, EmailInsert> one : List.copyOf(batch.ready().entrySet())) {
            EmailInsert entry = one.getValue();
            Optional<Long> removed = entry.mailboxes().stream()
                    .filter(n -> !mailboxes.contains(n))
                    .findFirst();
            Optional<Long> missing =
                    entry.labels().stream().filter(n -> !labels.contains(n)).findFirst();
            if (removed.isPresent()) {
                batch.refuse(
                        one.getKey(),
                        EmailPropertyValidation.unknownMailbox(ObjectId.format(Mailbox.LETTER, removed.get())));
            } else if (missing.isPresent()) {
                batch.refuse(
                        one.getKey(),
                        EmailPropertyValidation.unknownLabel(ObjectId.format(Label.LETTER, missing.get())));
            } else if (!held.contains(entry.message().blob())) {
                batch.refuse(one.getKey(), unknownBlob(entry.message().blob().toString()));
            }
        }
    }

    /** Rejects the messages that exceed the quota (RFC 8621 §4.8). The others are inserted. */
    private void refuseBeyond(Transaction tx, AccessibleAccount accessible, Batch batch) {
        Map<BlobId, OverQuotaException> beyond = blobs.exceedingQuota(
                tx,
                batch.ready().values().stream()
                        .map(entry -> entry.message().blob())
                        .toList());
        for (Map.Entry<String, EmailInsert> one : List.copyOf(batch.ready().entrySet())) {
            OverQuotaException cause = beyond.get(one.getValue().message().blob());
            if (cause != null) {
                batch.refuse(one.getKey(), SetError.overQuota(cause.messageFor(accessible)));
            }
        }
    }

    /** Returns the error for a blob that the caller cannot access. */
    static SetError unknownBlob(String id) {
        return SetError.invalidProperty("blobId", "There is no blob " + id + " in the account. Upload it first.");
    }

    /** Returns the state of the visible emails. */
    static State state(Snapshot snapshot, VisibleContainers visible) {
        return snapshot.state(EmailType.TYPE, visible.visibility());
    }

    /** Rejects the call if the emails are not in the required state. */
    static void checkState(MethodCall call, AccessibleAccount accessible, @Nullable String ifInState, State state) {
        String text = call.formatState(accessible, EmailType.TYPE, state);
        if (ifInState != null && !ifInState.equals(text)) {
            throw new MethodError("stateMismatch", "The emails have changed; the current state is " + text + ".");
        }
    }

    private static Map<String, @Nullable Object> members(ParsedMessage message, CreatedEmail added) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("id", ObjectId.format(EmailType.LETTER, added.n()));
        members.put("blobId", message.blob().toString());
        members.put("threadId", ObjectId.format(ThreadType.LETTER, added.thread()));
        members.put("size", message.size());
        return members;
    }
}
