package svc.cap.mail.label;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.QueryPlan;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.SetBatch;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeDescriptor.Mutability;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.jmap.type.TypeSource;
import svc.api.json.JsonWriter;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.cap.mail.capability.LabelsCapability;

/** The source of the type {@code Label} (V2-03). */
@Component(service = TypeSource.class)
public final class LabelSource implements TypeSource {

    static final List<String> PROPERTIES =
            List.of(Label.NAME, Label.COLOR, Label.SORT, Label.SHARE_WITH, Label.MY_RIGHTS);

    private static final TypeDescriptor SHAPE = new TypeDescriptor(
            Label.TYPE,
            LabelsCapability.URN,
            Label.LETTER,
            PROPERTIES.stream()
                    .map(name -> new Property(
                            name, name.equals(Label.MY_RIGHTS) ? Mutability.SERVER_SET : Mutability.MUTABLE))
                    .toList(),
            EnumSet.complementOf(EnumSet.of(StandardMethod.COPY)));

    private final LabelRemoval removal;

    @Activate
    public LabelSource(@Reference LabelRemoval removal) {
        this.removal = removal;
    }

    @Override
    public TypeDescriptor descriptor() {
        return SHAPE;
    }

    @Override
    public void beforeCall(Scope scope, Account account) {
        removal.ensure(scope);
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, int max) {
        return LabelRows.numbers(snapshot.sql(), max);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
        boolean changing = LabelsCapability.writes(selection.context().reach());
        for (Label label : LabelRows.find(snapshot.sql(), numbers)) {
            JsonWriter out = objects.begin(label.n());
            for (String property : PROPERTIES) {
                if (selection.contains(property)) {
                    out.name(property).value(label.value(property, changing));
                }
            }
            objects.end();
        }
    }

    @Override
    public void apply(Transaction tx, SetBatch batch) {
        new LabelSet(tx, batch, removal).execute();
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        return LabelQuery.of(LabelRows.all(snapshot.sql()), query);
    }
}
