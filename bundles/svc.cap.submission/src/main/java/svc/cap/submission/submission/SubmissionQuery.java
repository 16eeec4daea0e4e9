package svc.cap.submission.submission;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.JmapDates;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.Query.Filter;
import svc.api.jmap.query.Query.FilterCondition;
import svc.api.jmap.query.Query.FilterOperator;
import svc.api.jmap.query.Query.SortComparator;
import svc.api.jmap.query.QueryPlan;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.Sql;
import svc.cap.mail.api.MailStore;
import svc.cap.submission.identity.Identity;

/** Plan of {@code EmailSubmission/query} (RFC 8621 §7.3), executed as one SQL statement. Not thread-safe. */
public final class SubmissionQuery implements QueryPlan {

    private final Sql sql;
    private final String found;
    private final String order;
    private final List<Object> arguments = new ArrayList<>();
    private @Nullable Map<Long, Integer> ranks;

    public SubmissionQuery(Sql sql, Query query) {
        this.sql = sql;
        this.found = "FROM submission WHERE account = :account AND "
                + query.filter().map(this::whereClause).orElse("1");
        this.order = query.sort().stream().map(SubmissionQuery::step).collect(Collectors.joining());
    }

    private static String step(SortComparator step) {
        String column = switch (step.property()) {
            case "emailId" -> "email";
            case "threadId" -> "thread";
            case "sentAt", "sendAt" -> "send_at";
            default ->
                throw new MethodError(
                        "unsupportedSort", "Submissions can be sorted by emailId, threadId and sentAt only.");
        };
        return column + (step.ascending() ? ", " : " DESC, ");
    }

    private String whereClause(Filter filter) {
        if (filter instanceof FilterOperator group) {
            String between = switch (group.operator()) {
                case AND -> " AND ";
                case OR, NOT -> " OR ";
            };
            String all = group.filters().stream().map(this::whereClause).collect(Collectors.joining(between, "(", ")"));
            return group.operator() == Query.Operator.NOT ? "NOT " + all : all;
        }
        List<String> members = new ArrayList<>(List.of("1"));
        ((FilterCondition) filter).members().forEach((name, value) -> members.add(whereClause(name, value)));
        return members.stream().collect(Collectors.joining(" AND ", "(", ")"));
    }

    private String whereClause(String name, @Nullable Object value) {
        return switch (name) {
            case "identityIds" -> inClause("identity", Identity.LETTER, name, value);
            case "emailIds" -> inClause("email", MailStore.LETTER, name, value);
            case "threadIds" -> inClause("thread", MailStore.THREAD_LETTER, name, value);
            case "undoStatus" -> {
                if (!(value instanceof String text)) {
                    throw invalid(name);
                }
                arguments.add(text);
                yield "undo = ?";
            }
            case "before" -> {
                arguments.add(time(name, value));
                yield "send_at < ?";
            }
            case "after" -> {
                arguments.add(time(name, value));
                yield "send_at >= ?";
            }
            default ->
                throw new MethodError(
                        "unsupportedFilter",
                        "The filter conditions for submissions are identityIds, emailIds, threadIds, undoStatus, before and after.");
        };
    }

    private String inClause(String column, char letter, String name, @Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            throw invalid(name);
        }
        List<String> marks = new ArrayList<>();
        for (Object one : list) {
            if (!(one instanceof String id)) {
                throw invalid(name);
            }
            arguments.add(ObjectId.parse(letter, id).orElse(-1));
            marks.add("?");
        }
        return column + " IN (" + String.join(", ", marks) + ")";
    }

    private static long time(String name, @Nullable Object value) {
        return JmapDates.utc(value).orElseThrow(() -> invalid(name)).toEpochMilli();
    }

    private static MethodError invalid(String name) {
        return MethodError.invalidArguments("The value of the filter condition " + name + " has the wrong type.");
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
