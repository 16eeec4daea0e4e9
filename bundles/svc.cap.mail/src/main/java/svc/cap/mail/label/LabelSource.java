package svc.cap.mail;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.Query;
import svc.api.jmap.QueryPlan;
import svc.api.jmap.Selection;
import svc.api.jmap.SetBatch;
import svc.api.jmap.Shape;
import svc.api.jmap.Shape.Property;
import svc.api.jmap.TypeSource;
import svc.api.jmap.Verb;
import svc.api.json.JsonSink;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/** {@code Label} (V2-03): names and colours of an account that are put on messages. */
@Component(service = TypeSource.class)
public final class LabelSource implements TypeSource {

    static final List<String> PROPERTIES =
            List.of(Label.NAME, Label.COLOR, Label.SORT, Label.SHARE_WITH, Label.MY_RIGHTS);

    private static final Shape SHAPE = new Shape(
            Label.TYPE,
            LabelsCapability.URN,
            Label.LETTER,
            PROPERTIES.stream()
                    .map(name -> new Property(name, Optional.empty(), Optional.empty(), name.equals(Label.MY_RIGHTS)))
                    .toList(),
            EnumSet.complementOf(EnumSet.of(Verb.COPY)));

    private final LabelRemoval removal;

    /** Labels that are taken off messages by this. */
    @Activate
    public LabelSource(@Reference LabelRemoval removal) {
        this.removal = removal;
    }

    @Override
    public Shape shape() {
        return SHAPE;
    }

    @Override
    public void enter(Scope scope) {
        removal.ensure(scope);
    }

    @Override
    public List<Long> all(Snapshot snapshot, int max) {
        return LabelRows.numbers(snapshot.sql(), max);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, Selection selection, ObjectSink objects) {
        boolean changing = LabelsCapability.writes(selection.reach());
        for (Label label : LabelRows.among(snapshot.sql(), numbers)) {
            JsonSink out = objects.begin(label.n());
            for (String property : PROPERTIES) {
                if (selection.has(property)) {
                    out.name(property).value(label.value(property, changing));
                }
            }
            objects.end();
        }
    }

    @Override
    public void apply(Transaction tx, SetBatch batch) {
        new LabelChanges(tx, batch, removal).make();
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        return LabelPlan.of(LabelRows.all(snapshot.sql()), query);
    }
}
