package svc.cap.mail;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import svc.api.jmap.MethodError;
import svc.api.jmap.Query;
import svc.api.jmap.QueryPlan;
import svc.api.store.Snapshot;

/** Finds the way to answer {@code Email/query} (RFC 8621 §4.4). Any thread. */
@Component(service = EmailQueries.class)
public final class EmailQueries {

    static final String COLLAPSE = "collapseThreads";

    /** The conditions that ask for texts (RFC 8621 §4.4.1). */
    static final Set<String> TEXTS = Set.of("text", "from", "to", "cc", "bcc", "subject", "body", "header");

    /** Answers here. */
    @Activate
    public EmailQueries() {}

    /** The plan of a query; {@code collapseThreads} is one of its further arguments. */
    QueryPlan plan(Snapshot snapshot, Query query) {
        Clause clause = new ClauseReader(TEXTS::contains).read(query.filter());
        boolean collapse = collapse(query.more().get(COLLAPSE));
        EmailPlan.Wish wish = new EmailPlan.Wish(clause, EmailOrder.of(query.sort()), collapse);
        TextAnswers texts = texts(clause);
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

    private static TextAnswers texts(Clause clause) {
        if (clause.has(Clause.Text.class)) {
            throw new MethodError("unsupportedFilter", "The server has no index of texts now.");
        }
        return TextAnswers.NONE;
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
        boolean newest = !wish.collapse() || !wish.order().rising() && !stretch;
        return wish.order().byReceived() && newest ? mailbox : -1;
    }
}
