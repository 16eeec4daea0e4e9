package svc.cap.mail;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/** {@code Mailbox} (RFC 8621 §2). */
@Component
public final class MailboxSource implements TypeSource {

    static final String SORT_AS_TREE = "sortAsTree";
    static final String FILTER_AS_TREE = "filterAsTree";
    static final String REMOVE_EMAILS = "onDestroyRemoveEmails";

    private final DefaultMailboxes defaults;
    private final Ledger ledger;

    /** Brings mailboxes. */
    @Activate
    public MailboxSource(@Reference DefaultMailboxes defaults, @Reference Ledger ledger) {
        this.defaults = defaults;
        this.ledger = ledger;
    }

    @Override
    public Shape shape() {
        List<Property> properties = new ArrayList<>();
        for (MailboxProperty property : MailboxProperty.values()) {
            Optional<String> target =
                    property == MailboxProperty.PARENT_ID ? Optional.of(Mailbox.TYPE) : Optional.empty();
            properties.add(new Property(property.word(), Optional.empty(), target, property.serverSet()));
        }
        return new Shape(
                        Mailbox.TYPE,
                        MailCapability.URN,
                        Mailbox.LETTER,
                        properties,
                        EnumSet.complementOf(EnumSet.of(Verb.COPY)))
                .taking(Verb.QUERY, SORT_AS_TREE, FILTER_AS_TREE)
                .taking(Verb.QUERY_CHANGES, SORT_AS_TREE, FILTER_AS_TREE)
                .taking(Verb.SET, REMOVE_EMAILS)
                .telling(
                        1,
                        MailboxProperty.TOTAL_EMAILS.word(),
                        MailboxProperty.UNREAD_EMAILS.word(),
                        MailboxProperty.TOTAL_THREADS.word(),
                        MailboxProperty.UNREAD_THREADS.word());
    }

    @Override
    public void enter(Scope scope) {
        defaults.ensure(scope);
    }

    @Override
    public List<Long> all(Snapshot snapshot, int max) {
        return MailboxRows.numbers(snapshot.sql(), max);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, Selection selection, ObjectSink objects) {
        MailboxView view = MailboxView.of(
                snapshot.sql(),
                selection.reach(),
                selection.caller(),
                selection.has(MailboxProperty.IS_SUBSCRIBED.word()));
        Set<String> names = selection.names();
        for (Mailbox mailbox : MailboxRows.among(snapshot.sql(), numbers)) {
            view.write(mailbox, names, objects.begin(mailbox.n()));
            objects.end();
        }
    }

    @Override
    public void apply(Transaction tx, SetBatch batch) {
        new MailboxChanges(tx, batch, ledger).make();
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        MailboxView view = MailboxView.of(snapshot.sql(), query.reach(), query.caller(), true);
        return MailboxPlan.of(MailboxRows.all(snapshot.sql(), Integer.MAX_VALUE), view, query);
    }
}
