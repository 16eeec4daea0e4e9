package svc.cap.submission;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.Blobs;
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.Query;
import svc.api.jmap.QueryPlan;
import svc.api.jmap.Selection;
import svc.api.jmap.SetBatch;
import svc.api.jmap.SetError;
import svc.api.jmap.Shape;
import svc.api.jmap.Shape.Property;
import svc.api.jmap.TypeSource;
import svc.api.jmap.Verb;
import svc.api.json.JsonSink;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.cap.mail.api.MailStore;

/** {@code EmailSubmission} (RFC 8621 §7). Any thread. */
@Component(service = TypeSource.class)
public final class SubmissionSource implements TypeSource {

    private static final Set<String> SENT = Set.of("identityId", "emailId", "envelope");

    private final Store store;
    private final Blobs blobs;
    private final MailStore mail;
    private final Dispatch dispatch;

    /** Sends by this. */
    @Activate
    public SubmissionSource(
            @Reference Store store, @Reference Blobs blobs, @Reference MailStore mail, @Reference Dispatch dispatch) {
        this.store = store;
        this.blobs = blobs;
        this.mail = mail;
        this.dispatch = dispatch;
    }

    @Override
    public Shape shape() {
        Optional<String> nothing = Optional.empty();
        List<Property> properties = List.of(
                new Property("identityId", nothing, Optional.of(Identity.TYPE), false),
                new Property("emailId", nothing, Optional.of(MailStore.TYPE), false),
                new Property("threadId", nothing, nothing, true),
                new Property("envelope"),
                new Property("sendAt", nothing, nothing, true),
                new Property("undoStatus"),
                new Property("deliveryStatus", nothing, nothing, true),
                new Property("dsnBlobIds", nothing, nothing, true),
                new Property("mdnBlobIds", nothing, nothing, true));
        return new Shape(
                        Submission.TYPE,
                        SubmissionCapability.URN,
                        Submission.LETTER,
                        properties,
                        EnumSet.complementOf(EnumSet.of(Verb.COPY)))
                .taking(Verb.SET, FollowingEmails.UPDATE, FollowingEmails.DESTROY);
    }

    @Override
    public List<Long> all(Snapshot snapshot, int max) {
        return SubmissionRows.numbers(snapshot.sql(), max);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, Selection selection, ObjectSink objects) {
        Map<Long, Submission.Fares> fares = SubmissionRows.fares(snapshot.sql(), numbers);
        SubmissionRows.among(snapshot.sql(), numbers).forEach((n, submission) -> {
            JsonSink sink = objects.begin(n);
            members(submission, Objects.requireNonNull(fares.get(n))).forEach((name, value) -> {
                if (selection.has(name)) {
                    sink.name(name).value(value);
                }
            });
            objects.end();
        });
    }

    private Map<String, @Nullable Object> members(Submission one, Submission.Fares fares) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("identityId", ObjectId.text(Identity.LETTER, one.identity()));
        members.put("emailId", one.email() == 0 ? null : ObjectId.text(MailStore.LETTER, one.email()));
        members.put("threadId", one.thread() == 0 ? null : ObjectId.text(MailStore.THREAD_LETTER, one.thread()));
        members.put("envelope", dispatch.envelope(one));
        members.put("sendAt", one.sendAt().truncatedTo(ChronoUnit.SECONDS).toString());
        members.put("undoStatus", one.undo().word());
        members.put("deliveryStatus", Dispatch.status(fares));
        members.put("dsnBlobIds", fares.reports());
        members.put("mdnBlobIds", List.of());
        return members;
    }

    private static <C extends SetBatch.Change> void refusing(C change, Consumer<C> work) {
        try {
            work.accept(change);
        } catch (SetError e) {
            change.refuse(e);
        }
    }

    @Override
    public void gather(Scope scope, SetBatch batch) {
        FollowingEmails.check(batch.more());
        batch.creates().forEach(create -> refusing(create, one -> one.keep(ready(scope, batch, one))));
    }

    /** The message and the address of the identity, as they stand. */
    private record Found(MailStore.@Nullable Held held, Optional<String> address) {}

    private Dispatch.Ready ready(Scope scope, SetBatch batch, SetBatch.Create create) {
        Map<String, @Nullable Object> given = create.properties();
        List<String> others =
                given.keySet().stream().filter(name -> !SENT.contains(name)).toList();
        if (!others.isEmpty()) {
            throw SetError.invalidProperties(others, "A new EmailSubmission has identityId, emailId and envelope.");
        }
        long email = number(given, "emailId", MailStore.LETTER);
        long identity = number(given, "identityId", Identity.LETTER);
        Found found = store.read(
                scope,
                snapshot -> new Found(
                        mail.find(snapshot, List.of(email)).get(email), dispatch.address(snapshot, identity)));
        MailStore.Held held = found.held();
        // Whoever may send for others, and may not see their mail, must not send it to themselves.
        if (held == null || batch.reach().access(MailStore.CAPABILITY).isEmpty()) {
            throw SetError.invalidProperty("emailId", "There is no such Email in the account.");
        }
        String address = found.address()
                .orElseThrow(() -> SetError.invalidProperty("identityId", "There is no such Identity in the account."));
        Object envelope = given.get("envelope");
        return dispatch.ready(
                new Dispatch.Order(
                        batch.reach(),
                        batch.caller().account(),
                        identity,
                        email,
                        held.thread(),
                        stored(batch.reach(), held.blob()),
                        envelope == null ? null : Envelope.of(envelope)),
                address,
                batch.now(),
                Duration.ZERO);
    }

    private Stored stored(Reach reach, BlobId blob) {
        return blobs.find(reach.account(), blob)
                .orElseThrow(() -> SetError.invalidProperty("emailId", "The bytes of the message are lost."));
    }

    private static long number(Map<String, @Nullable Object> given, String name, char letter) {
        OptionalLong number = given.get(name) instanceof String id ? ObjectId.number(letter, id) : OptionalLong.empty();
        return number.orElseThrow(
                () -> SetError.invalidProperty(name, "It must be the id of an object of the account."));
    }

    @Override
    public void apply(Transaction tx, SetBatch batch) {
        batch.creates().forEach(create -> refusing(create, one -> create(tx, one)));
        List<Long> numbers = new ArrayList<>();
        batch.updates().forEach(update -> numbers.add(update.n()));
        batch.destroys().forEach(destroy -> numbers.add(destroy.n()));
        Map<Long, Submission> there = SubmissionRows.among(tx.sql(), numbers);
        batch.updates().forEach(update -> refusing(update, one -> update(tx, there.get(one.n()), one)));
        batch.destroys().forEach(destroy -> refusing(destroy, one -> destroy(tx, there.get(one.n()), one)));
    }

    private void create(Transaction tx, SetBatch.Create create) {
        Submission submission = dispatch.take(tx, (Dispatch.Ready) create.kept().orElseThrow());
        Submission.Fares fares = Objects.requireNonNull(
                SubmissionRows.fares(tx.sql(), List.of(submission.n())).get(submission.n()));
        Map<String, @Nullable Object> others = members(submission, fares);
        others.keySet().removeAll(List.of("identityId", "emailId"));
        create.done(submission.n(), others);
    }

    private void update(Transaction tx, @Nullable Submission before, SetBatch.Update update) {
        if (before == null) {
            throw SetError.notFound();
        }
        update.keep(before);
        Map<String, @Nullable Object> same = members(
                before,
                Objects.requireNonNull(
                        SubmissionRows.fares(tx.sql(), List.of(before.n())).get(before.n())));
        Map<String, @Nullable Object> different = new HashMap<>(update.patch());
        different
                .entrySet()
                .removeIf(one ->
                        same.containsKey(one.getKey()) && Objects.equals(same.get(one.getKey()), one.getValue()));
        if (different.isEmpty()) {
            update.done(Map.of(), Set.of());
            return;
        }
        if (!different.keySet().equals(Set.of("undoStatus")) || !"canceled".equals(different.get("undoStatus"))) {
            throw SetError.invalidProperties(
                    different.keySet(), "Of an EmailSubmission only undoStatus changes, and only to canceled.");
        }
        if (!dispatch.recall(tx, before)) {
            throw new SetError("cannotUnsend", "It is too late: a recipient has the message, or never gets it.");
        }
        update.done(Map.of(), Set.of("undoStatus", "deliveryStatus"));
    }

    private void destroy(Transaction tx, @Nullable Submission before, SetBatch.Destroy destroy) {
        if (before == null) {
            throw SetError.notFound();
        }
        destroy.keep(before);
        SubmissionRows.fares(tx.sql(), List.of(before.n()))
                .values()
                .forEach(fares -> fares.reports()
                        .forEach(report -> BlobId.parse(report)
                                .ifPresent(blob -> blobs.release(tx, blob, SubmissionFates.owner(before.n())))));
        SubmissionRows.delete(tx.sql(), before.n());
        tx.destroyed(Submission.TYPE, before.n());
        destroy.done();
    }

    @Override
    public void made(Call call, Reach reach, Map<String, Object> made, Map<String, @Nullable Object> more) {
        FollowingEmails.of(made, more).ifPresent(following -> following.then(call, reach));
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        return new SubmissionPlan(snapshot.sql(), query);
    }
}
