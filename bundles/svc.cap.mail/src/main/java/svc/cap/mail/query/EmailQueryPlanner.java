package svc.cap.mail;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import svc.api.jmap.MethodError;
import svc.api.jmap.Query;
import svc.api.jmap.QueryPlan;
import svc.api.search.SearchIndex;
import svc.api.store.Snapshot;

/** Finds the way to answer {@code Email/query} (RFC 8621 §4.4). Any thread. */
@Component(service = EmailQueries.class)
public final class EmailQueries {

    static final String COLLAPSE = "collapseThreads";

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    private volatile @Nullable SearchIndex index;

    /** Answers here; without an index nobody can look for texts. */
    @Activate
    public EmailQueries() {}

    /** With an index. */
    EmailQueries(SearchIndex index) {
        this.index = index;
    }

    /** The plan of a query; {@code collapseThreads} is one of its further arguments. */
    QueryPlan plan(Snapshot snapshot, Query query) {
        return plan(snapshot, query, collapse(query.more().get(COLLAPSE)));
    }

    /**
     * The plan of a query.
     *
     * @param collapse whether a thread stands in the results only once
     */
    EmailPlan plan(Snapshot snapshot, Query query, boolean collapse) {
        SecondSurface surface = SecondSurface.of(query.shows());
        Clause clause = new ClauseReader(surface).read(query.filter());
        EmailPlan.Wish wish = new EmailPlan.Wish(clause, EmailOrder.of(query.sort(), surface), collapse);
        TextAnswers texts = texts(snapshot, clause, query.pace());
        long list = list(wish);
        return list < 0
                ? new FoundPlan(snapshot.sql(), wish, texts, query.pace())
                : new ListPlan(snapshot.sql(), wish, list);
    }

    private static boolean collapse(@Nullable Object value) {
        if (value == null || value instanceof Boolean) {
            return Boolean.TRUE.equals(value);
        }
        throw MethodError.invalidArguments("The argument " + COLLAPSE + " must be true or false.");
    }

    private TextAnswers texts(Snapshot snapshot, Clause clause, Runnable pace) {
        if (!clause.has(Clause.Text.class)) {
            return TextAnswers.NONE;
        }
        SearchIndex now = index;
        if (now == null) {
            throw new MethodError("unsupportedFilter", "The server has no index of texts now.");
        }
        return new IndexAnswers(now, snapshot, pace);
    }

    /** The mailbox whose list has the results in their order, or that of the account; -1 when none has. */
    private static long list(EmailPlan.Wish wish) {
        long mailbox = ListMoves.ACCOUNT;
        boolean stretch = false;
        List<Clause> conjuncts = Driver.conjuncts(wish.clause());
        for (Clause part : conjuncts) {
            if (part instanceof Clause.InMailbox in && (mailbox == ListMoves.ACCOUNT || mailbox == in.mailbox())) {
                mailbox = in.mailbox();
            } else if (part instanceof Clause.Received) {
                stretch = true;
            } else {
                return -1;
            }
        }
        boolean newest = !wish.collapse() || (!wish.order().rising() && !stretch);
        return wish.order().byReceived() && newest ? mailbox : -1;
    }
}
