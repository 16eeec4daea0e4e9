package svc.cap.submission.submission;

import static svc.api.jmap.ValueReader.CONDITIONS;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.Query.FilterCondition;
import svc.api.jmap.query.Query.Operator;
import svc.api.jmap.query.Query.SortComparator;
import svc.api.jmap.query.QueryPlan;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.Sql;
import svc.cap.mail.api.MailStore;
import svc.cap.submission.identity.Identity;

/** Plan of {@code EmailSubmission/query} (RFC 8621 §7.3), executed as one SQL statement. Not thread-safe. */
public final class SubmissionQuery implements QueryPlan {

    private static final String ALL = "1 = 1";
    private static final String NONE = "1 = 0";

    private final Sql sql;
    private final String found;
    private final String order;
    private final List<Object> arguments = new ArrayList<>();
    private @Nullable Map<Long, Integer> ranks;

    /**
     * Creates a plan.
     *
     * @param senders the other users whose submissions the caller sees; empty if the caller sees all submissions
     */
    public SubmissionQuery(Sql sql, Query query, Optional<Set<Long>> senders) {
        this.sql = sql;
        this.found = "FROM submission WHERE account = :account AND "
                + senders.map(this::of).orElse("")
                + query.filter()
                        .map(filter -> filter.translate(this::condition, SubmissionQuery::combine))
                        .orElse(ALL);
        this.order = query.sort().stream().map(SubmissionQuery::step).collect(Collectors.joining());
    }

    private String of(Set<Long> senders) {
        arguments.addAll(senders);
        return senders.isEmpty()
                ? NONE + " AND "
                : "sender IN (" + String.join(", ", Collections.nCopies(senders.size(), "?")) + ") AND ";
    }

    private static String step(SortComparator step) {
        String column = switch (step.property()) {
            case "emailId" -> "email";
            case "threadId" -> "thread";
            case "sentAt", "sendAt" -> "send_at";
            default ->
                throw new MethodError(
                        "unsupportedSort",
                        "Submissions can be sorted by emailId, threadId and sentAt only, not by \"" + step.property()
                                + "\".");
        };
        return column + (step.ascending() ? ", " : " DESC, ");
    }

    private static String combine(Operator operator, List<String> parts) {
        if (parts.isEmpty()) {
            return operator == Operator.OR ? NONE : ALL;
        }
        String all = balanced(operator == Operator.AND ? " AND " : " OR ", parts);
        return operator == Operator.NOT ? "NOT " + all : all;
    }

    /** Joins clauses as a balanced tree, because databases limit the depth of an expression. */
    private static String balanced(String word, List<String> parts) {
        int half = parts.size() / 2;
        return half == 0
                ? "(" + parts.get(0) + ")"
                : "(" + balanced(word, parts.subList(0, half)) + word
                        + balanced(word, parts.subList(half, parts.size())) + ")";
    }

    private String condition(String name, @Nullable Object value) {
        return switch (name) {
            case "identityIds" -> inClause("identity", Identity.LETTER, name, value);
            case "emailIds" -> inClause("email", MailStore.LETTER, name, value);
            case "threadIds" -> inClause("thread", MailStore.THREAD_LETTER, name, value);
            case "undoStatus" -> compared("undo = ?", CONDITIONS.string(name, value));
            case "before" ->
                compared("send_at < ?", CONDITIONS.utcDate(name, value).toEpochMilli());
            case "after" ->
                compared("send_at >= ?", CONDITIONS.utcDate(name, value).toEpochMilli());
            default -> throw FilterCondition.unsupported(Submission.TYPE, name);
        };
    }

    private String compared(String clause, Object argument) {
        arguments.add(argument);
        return clause;
    }

    private String inClause(String column, char letter, String name, @Nullable Object value) {
        List<String> ids = CONDITIONS.strings(name, value);
        ids.forEach(id -> arguments.add(ObjectId.parse(letter, id).orElse(-1)));
        return ids.isEmpty() ? NONE : column + " IN (" + String.join(", ", Collections.nCopies(ids.size(), "?")) + ")";
    }

    @Override
    public long[] ids(int from, int limit) {
        List<Object> all = new ArrayList<>(arguments);
        all.add(limit);
        all.add(from);
        return numbers(" LIMIT ? OFFSET ?", all);
    }

    private long[] numbers(String page, List<Object> all) {
        return sql
                .select("SELECT n " + found + " ORDER BY " + order + "n" + page, row -> row.getLong(1), all.toArray())
                .stream()
                .mapToLong(Long::longValue)
                .toArray();
    }

    @Override
    public int total() {
        return (int) sql.number("SELECT count(*) " + found, arguments.toArray());
    }

    @Override
    public OptionalInt position(long n) {
        if (ranks == null) {
            Map<Long, Integer> all = new HashMap<>();
            for (long one : numbers("", arguments)) {
                all.put(one, all.size());
            }
            ranks = all;
        }
        Integer rank = ranks.get(n);
        return rank == null ? OptionalInt.empty() : OptionalInt.of(rank);
    }

    @Override
    public Map<String, Facets> dependencies() {
        return Map.of(Submission.TYPE, Submission.WHOLE);
    }
}
