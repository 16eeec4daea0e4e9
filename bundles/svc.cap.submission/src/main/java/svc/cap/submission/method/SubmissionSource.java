package svc.cap.submission;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.Query;
import svc.api.jmap.QueryPlan;
import svc.api.jmap.Selection;
import svc.api.jmap.SetBatch;
import svc.api.jmap.Shape;
import svc.api.jmap.Shape.Property;
import svc.api.jmap.TypeSource;
import svc.api.jmap.Verb;
import svc.api.json.Json;
import svc.api.json.JsonSink;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.cap.mail.api.MailStore;

/** {@code EmailSubmission} (RFC 8621 §7). Any thread. */
@Component(service = TypeSource.class)
public final class SubmissionSource implements TypeSource {

    private final SubmissionChanges changes;
    private final SubmissionMembers members;

    /** Changes them by this. */
    @Activate
    public SubmissionSource(@Reference SubmissionChanges changes, @Reference Json json) {
        this.changes = changes;
        this.members = new SubmissionMembers(json);
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
            members.of(submission, Objects.requireNonNull(fares.get(n))).forEach((name, value) -> {
                if (selection.has(name)) {
                    sink.name(name).value(value);
                }
            });
            objects.end();
        });
    }

    @Override
    public void gather(Scope scope, SetBatch batch) {
        changes.gather(scope, batch);
    }

    @Override
    public void apply(Transaction tx, SetBatch batch) {
        changes.apply(tx, batch);
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
