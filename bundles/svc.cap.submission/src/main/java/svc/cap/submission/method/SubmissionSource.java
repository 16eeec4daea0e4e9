package svc.cap.submission.method;

import static svc.api.jmap.type.TypeDescriptor.Mutability.IMMUTABLE;
import static svc.api.jmap.type.TypeDescriptor.Mutability.SERVER_SET;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.CallContext;
import svc.api.jmap.MethodCall;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.QueryPlan;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.SetBatch;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.jmap.type.TypeSource;
import svc.api.json.Json;
import svc.api.json.JsonWriter;
import svc.api.store.BackgroundTask;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.api.store.Visibility;
import svc.cap.mail.api.MailStore;
import svc.cap.submission.SubmissionCapability;
import svc.cap.submission.identity.Identity;
import svc.cap.submission.identity.SendingRights;
import svc.cap.submission.submission.Submission;
import svc.cap.submission.submission.SubmissionJson;
import svc.cap.submission.submission.SubmissionQuery;
import svc.cap.submission.submission.SubmissionRows;

/** The type {@code EmailSubmission} (RFC 8621 §7). Thread-safe. */
@Component(service = TypeSource.class)
public final class SubmissionSource implements TypeSource {

    private final SubmissionSet changes;
    private final SubmissionJson members;

    @Activate
    public SubmissionSource(@Reference SubmissionSet changes, @Reference Json json) {
        this.changes = changes;
        this.members = new SubmissionJson(json);
    }

    @Override
    public TypeDescriptor descriptor() {
        List<Property> properties = List.of(
                new Property("identityId", IMMUTABLE).referringTo(Identity.TYPE),
                new Property("emailId", IMMUTABLE).referringTo(MailStore.TYPE),
                new Property("threadId", SERVER_SET),
                new Property("envelope", IMMUTABLE),
                new Property("sendAt", SERVER_SET),
                new Property("undoStatus"),
                new Property("deliveryStatus", SERVER_SET),
                new Property("dsnBlobIds", SERVER_SET),
                new Property("mdnBlobIds", SERVER_SET));
        return new TypeDescriptor(
                        Submission.TYPE,
                        SubmissionCapability.URN,
                        Submission.LETTER,
                        properties,
                        EnumSet.complementOf(EnumSet.of(StandardMethod.COPY)))
                .withArguments(StandardMethod.SET, OnSuccessEmailSet.UPDATE, OnSuccessEmailSet.DESTROY)
                .withGuestAccess(SendingRights.OF_GUESTS);
    }

    @Override
    public boolean supportsSharedCreates() {
        return true;
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, long after, int max) {
        return SubmissionRows.numbers(snapshot.sql(), after, max);
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, Visibility visibility, int max) {
        return visibility instanceof Visibility.InContainers in
                ? SubmissionRows.numbersOf(snapshot.sql(), in.containers(), max)
                : TypeSource.super.numbers(snapshot, visibility, max);
    }

    @Override
    public Set<Long> visible(Snapshot snapshot, Visibility visibility, Collection<Long> numbers) {
        return visibility instanceof Visibility.InContainers in
                ? SubmissionRows.among(snapshot.sql(), in.containers(), numbers)
                : TypeSource.super.visible(snapshot, visibility, numbers);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
        Map<Long, Submission.RecipientStatus> status = SubmissionRows.recipientStatus(snapshot.sql(), numbers);
        SubmissionRows.find(snapshot.sql(), numbers).forEach((n, submission) -> {
            JsonWriter sink = objects.begin(n);
            members.of(submission, Objects.requireNonNull(status.get(n))).forEach((name, value) -> {
                if (selection.contains(name)) {
                    sink.name(name).value(value);
                }
            });
            objects.end();
        });
    }

    @Override
    public void loadExternal(Scope scope, SetBatch batch) {
        changes.collect(scope, batch);
    }

    @Override
    public void validate(Snapshot snapshot, SetBatch batch) {
        changes.validate(batch);
    }

    @Override
    public boolean applySome(Transaction tx, SetBatch batch, BackgroundTask.Pace pace) {
        return changes.applySome(tx, batch, pace);
    }

    @Override
    public void afterCommit(MethodCall call, CallContext context, Map<String, Object> made) {
        OnSuccessEmailSet.of(made, context.extraArguments())
                .ifPresent(following -> following.execute(call, context.reach()));
    }

    /** Returns the other users whose submissions are visible; empty if all submissions are. */
    private static Optional<Set<Long>> senders(Visibility visibility) {
        return visibility instanceof Visibility.All
                ? Optional.empty()
                : Optional.of(visibility instanceof Visibility.InContainers in ? in.containers() : Set.of());
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        return new SubmissionQuery(
                snapshot.sql(),
                query,
                senders(descriptor().visibility(query.context().reach())));
    }
}
