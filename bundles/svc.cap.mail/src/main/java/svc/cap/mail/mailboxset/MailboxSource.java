package svc.cap.mail.mailboxset;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.api.jmap.CallContext;
import svc.api.jmap.MethodCall;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.QueryPlan;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.SetBatch;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeDescriptor.Mutability;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.jmap.type.TypeSource;
import svc.api.store.BackgroundTask;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.mailbox.DefaultMailboxes;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.MailboxProperty;
import svc.cap.mail.mailbox.MailboxRows;
import svc.cap.mail.mailbox.MailboxView;
import svc.cap.mail.mailbox.SubscriptionRows;
import svc.cap.mail.mailbox.VisibleContainers;
import svc.cap.mail.write.ContainerWatch;
import svc.cap.mail.write.EmailWriter;
import svc.cap.mail.write.UidAssignment;

/** The source of the type {@code Mailbox} (RFC 8621 §2). */
@Component
public final class MailboxSource implements TypeSource {

    static final String SORT_AS_TREE = "sortAsTree";
    static final String FILTER_AS_TREE = "filterAsTree";
    public static final String REMOVE_EMAILS = "onDestroyRemoveEmails";

    private final DefaultMailboxes defaults;
    private final EmailWriter emailWriter;
    private final TrashRoleChange trash;
    private final ContainerWatch watch;
    private final UidAssignment uids;

    @Activate
    public MailboxSource(
            @Reference DefaultMailboxes defaults,
            @Reference EmailWriter emailWriter,
            @Reference TrashRoleChange trash,
            @Reference ContainerWatch watch,
            @Reference UidAssignment uids) {
        this.watch = watch;
        this.uids = uids;
        this.defaults = defaults;
        this.emailWriter = emailWriter;
        this.trash = trash;
    }

    @Override
    public TypeDescriptor descriptor() {
        List<Property> properties = new ArrayList<>();
        for (MailboxProperty property : MailboxProperty.values()) {
            Property plain =
                    new Property(property.word(), property.serverSet() ? Mutability.SERVER_SET : Mutability.MUTABLE);
            properties.add(
                    switch (property) {
                        case PARENT_ID -> plain.referringTo(Mailbox.TYPE);
                        case IS_SUBSCRIBED -> plain.ofEachUser();
                        default -> plain;
                    });
        }
        return new TypeDescriptor(
                        Mailbox.TYPE,
                        MailCapability.URN,
                        Mailbox.LETTER,
                        properties,
                        EnumSet.complementOf(EnumSet.of(StandardMethod.COPY)))
                .withArguments(StandardMethod.QUERY, SORT_AS_TREE, FILTER_AS_TREE)
                .withArguments(StandardMethod.QUERY_CHANGES, SORT_AS_TREE, FILTER_AS_TREE)
                .withArguments(StandardMethod.SET, REMOVE_EMAILS)
                .withRights(VisibleContainers.CONTAINER_RIGHTS)
                .withFacetProperties(
                        1,
                        MailboxProperty.TOTAL_EMAILS.word(),
                        MailboxProperty.UNREAD_EMAILS.word(),
                        MailboxProperty.TOTAL_THREADS.word(),
                        MailboxProperty.UNREAD_THREADS.word());
    }

    @Override
    public void beforeCall(Scope scope, Account account) {
        defaults.ensure(scope);
        trash.ensure(scope);
        watch.ensure(scope);
        uids.ensure(scope);
    }

    @Override
    public void shared(Transaction tx, long container, Set<Long> added) {
        watch.begin(tx, container);
        added.forEach(account -> SubscriptionRows.set(tx.sql(), container, account, true));
    }

    @Override
    public boolean isSubscribed(Snapshot snapshot, long user, Set<Long> containers) {
        return SubscriptionRows.of(snapshot.sql(), user).stream().anyMatch(containers::contains);
    }

    @Override
    public boolean supportsSharedCreates() {
        return true;
    }

    @Override
    public OptionalLong parent(Snapshot snapshot, long container) {
        return MailboxRows.find(snapshot.sql(), List.of(container)).stream()
                .mapToLong(mailbox -> mailbox.core().parent())
                .filter(parent -> parent != Mailbox.TOP)
                .findFirst();
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, long after, int max) {
        return MailboxRows.numbers(snapshot.sql(), after, max);
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
        MailboxView view = MailboxView.of(
                snapshot.sql(),
                selection.context().reach(),
                selection.context().caller(),
                selection.contains(MailboxProperty.IS_SUBSCRIBED.word()));
        Set<String> names = selection.names();
        List<Mailbox> mailboxes = view.visible()
                .seen(
                        snapshot.sql(),
                        MailboxRows.find(snapshot.sql(), numbers),
                        names.contains(MailboxProperty.UNREAD_THREADS.word()));
        for (Mailbox mailbox : mailboxes) {
            view.write(mailbox, names, objects.begin(mailbox.n()));
            objects.end();
        }
    }

    @Override
    public void validate(Snapshot snapshot, SetBatch batch) {
        MailboxSet.validate(batch);
    }

    /**
     * First finishes the recount of an earlier change of the trash, and empties the mailboxes that are to be destroyed
     * with their emails. Both can take several transactions.
     */
    @Override
    public boolean applySome(Transaction tx, SetBatch batch, BackgroundTask.Pace pace) {
        if (trash.some(tx, pace)) {
            return true;
        }
        if (new MailboxEmptying(tx, emailWriter).empty(emptied(tx, batch), pace)) {
            return true;
        }
        new MailboxSet(tx, batch, emailWriter)
                .execute()
                .ifPresent(previous -> trash.begin(tx, previous, MailboxRows.trash(tx.sql()), pace));
        return false;
    }

    /** Returns the mailboxes to empty. One in which all emails have the flag {@code \Deleted} is empty for the client. */
    private static List<SetBatch.Destroy> emptied(Transaction tx, SetBatch batch) {
        CallContext context = batch.context();
        boolean removing = context.flag(REMOVE_EMAILS);
        return new SharedMailboxRights(MailboxView.of(tx.sql(), context.reach(), context.caller(), false))
                .emptied(batch.destroys()).stream()
                        .filter(destroy -> removing || MailboxRows.emails(tx.sql(), destroy.n()) == 0)
                        .toList();
    }

    /**
     * Finishes the recount before the response is sent, so that the counts refer to the new trash. A user with whom
     * single mailboxes are shared does not wait for it: the counts that this user sees do not depend on the trash, and
     * the user may have destroyed the last mailbox of the account that was visible.
     */
    @Override
    public void afterCommit(MethodCall call, CallContext context, Map<String, Object> made) {
        if (VisibleContainers.of(context.reach()).isAll()) {
            trash.finish(call.scope(context.reach().id(), Access.READ), call::checkDeadline);
        }
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        MailboxView view = MailboxView.of(
                snapshot.sql(), query.context().reach(), query.context().caller(), true);
        List<Mailbox> all = MailboxRows.all(snapshot.sql(), Integer.MAX_VALUE);
        return MailboxQuery.of(view.visible().seen(snapshot.sql(), all, false), view, query);
    }
}
