package svc.cap.mail.query;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.QueryPlan;
import svc.api.search.SearchIndex;
import svc.api.store.Snapshot;
import svc.cap.mail.capability.MailV2Features;
import svc.cap.mail.mailbox.VisibleContainers;
import svc.cap.mail.query.EmailFilter.InMailbox;
import svc.cap.mail.query.EmailFilter.ReceivedBetween;
import svc.cap.mail.query.EmailQueryPlan.Criteria;
import svc.cap.mail.table.LabelKeyword;
import svc.cap.mail.table.ListDeltas;

/** Chooses the plan of {@code Email/query} (RFC 8621 §4.4). Thread-safe. */
@Component(service = EmailQueryPlanner.class)
public final class EmailQueryPlanner {

    static final String COLLAPSE = "collapseThreads";

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable SearchIndex index;

    /** Creates the component. Without a search index, conditions on texts are rejected. */
    @Activate
    public EmailQueryPlanner() {}

    /** Creates a planner with an index. */
    EmailQueryPlanner(SearchIndex index) {
        this.index = index;
    }

    /** Returns the plan of a query. Reads {@code collapseThreads} from its extra arguments. */
    public QueryPlan plan(Snapshot snapshot, Query query) {
        return plan(snapshot, query, query.context().flag(COLLAPSE));
    }

    /**
     * Returns the plan of a query.
     *
     * @param collapse whether the results contain only one email of each thread
     */
    public EmailQueryPlan plan(Snapshot snapshot, Query query, boolean collapse) {
        VisibleContainers visible = VisibleContainers.of(query.context().reach());
        MailV2Features features = MailV2Features.of(query.context());
        EmailFilter filter = visible(new EmailFilterParser(features, visible).read(query.filter()), visible);
        Criteria criteria = new Criteria(filter, EmailSort.of(query.sort(), features), collapse, visible);
        long list = list(criteria);
        return list < 0
                ? found(snapshot, criteria, query.checkDeadline())
                : new OrderedListPlan(snapshot.sql(), criteria, list);
    }

    /** Returns a filter that matches only visible emails. */
    private static EmailFilter visible(EmailFilter filter, VisibleContainers visible) {
        if (visible.isAll() || AccessPath.conjuncts(filter).stream().anyMatch(EmailQueryPlanner::isContainer)) {
            return filter; // The parser accepts only visible mailboxes and labels.
        }
        Set<Long> mailboxes = visible.mailboxes();
        Set<Long> labels = visible.labels().keySet();
        return new EmailFilter.And(List.of(
                mailboxes.size() == 1 && labels.isEmpty()
                        ? new InMailbox(mailboxes.iterator().next())
                        : new EmailFilter.IsVisible(mailboxes, labels),
                filter));
    }

    private static boolean isContainer(EmailFilter part) {
        return part instanceof InMailbox
                || (part instanceof EmailFilter.HasKeyword has && LabelKeyword.isLabel(has.keyword()));
    }

    /**
     * Returns a plan that scans an access path. The choice of the access path opens search results; if a later
     * condition is rejected, the search results are closed.
     */
    private EmailQueryPlan found(Snapshot snapshot, Criteria criteria, Runnable checkpoint) {
        TextMatches texts = texts(snapshot, criteria.filter(), checkpoint);
        try {
            return new FilteredScanPlan(snapshot.sql(), criteria, texts, checkpoint);
        } catch (RuntimeException | Error e) {
            texts.close();
            throw e;
        }
    }

    private TextMatches texts(Snapshot snapshot, EmailFilter filter, Runnable checkpoint) {
        if (!filter.has(EmailFilter.Text.class)) {
            return TextMatches.NONE;
        }
        SearchIndex now = index;
        if (now == null) {
            throw new MethodError("unsupportedFilter", "The search index is not available.");
        }
        return new IndexTextMatches(now, snapshot, checkpoint);
    }

    /**
     * Returns the mailbox whose stored list contains the results in order, {@link ListDeltas#ACCOUNT} for the list of
     * the account, or -1 if there is no such list.
     */
    private static long list(Criteria criteria) {
        long mailbox = ListDeltas.ACCOUNT;
        boolean stretch = false;
        List<EmailFilter> conjuncts = AccessPath.conjuncts(criteria.filter());
        for (EmailFilter part : conjuncts) {
            if (part instanceof InMailbox in && (mailbox == ListDeltas.ACCOUNT || mailbox == in.mailbox())) {
                mailbox = in.mailbox();
            } else if (part instanceof ReceivedBetween) {
                stretch = true;
            } else {
                return -1;
            }
        }
        boolean newest = !criteria.collapse() || (!criteria.order().isAscending() && !stretch);
        return criteria.order().byReceived() && newest ? mailbox : -1;
    }
}
