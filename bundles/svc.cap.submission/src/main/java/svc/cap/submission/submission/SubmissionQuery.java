package svc.cap.submission;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.Query;
import svc.api.jmap.Query.Condition;
import svc.api.jmap.Query.Filter;
import svc.api.jmap.Query.Group;
import svc.api.jmap.Query.Order;
import svc.api.jmap.QueryPlan;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.Sql;
import svc.cap.mail.api.MailStore;

/** {@code EmailSubmission/query} (RFC 8621 §7.3), as one statement. For one thread. */
final class SubmissionPlan implements QueryPlan {

    private final Sql sql;
    private final String found;
    private final String order;
    private final List<Object> arguments = new ArrayList<>();
    private @Nullable Map<Long, Integer> ranks;

    SubmissionPlan(Sql sql, Query query) {
        this.sql = sql;
        this.found = "FROM submission WHERE account = :account AND "
                + query.filter().map(this::where).orElse("1");
        this.order = query.sort().stream().map(SubmissionPlan::step).collect(Collectors.joining());
    }

    private static String step(Order step) {
        String column = switch (step.property()) {
            case "emailId" -> "email";
            case "threadId" -> "thread";
            case "sentAt", "sendAt" -> "send_at";
            default ->
                throw new MethodError("unsupportedSort", "Submissions are sorted by emailId, threadId and sentAt.");
        };
        return column + (step.ascending() ? ", " : " DESC, ");
    }

    private String where(Filter filter) {
        if (filter instanceof Group group) {
            String between = switch (group.operator()) {
                case AND -> " AND ";
                case OR, NOT -> " OR ";
            };
            String all = group.filters().stream().map(this::where).collect(Collectors.joining(between, "(", ")"));
            return group.operator() == Query.Operator.NOT ? "NOT " + all : all;
        }
        List<String> members = new ArrayList<>(List.of("1"));
        ((Condition) filter).members().forEach((name, value) -> members.add(where(name, value)));
        return members.stream().collect(Collectors.joining(" AND ", "(", ")"));
    }

    private String where(String name, @Nullable Object value) {
        return switch (name) {
            case "identityIds" -> among("identity", Identity.LETTER, name, value);
            case "emailIds" -> among("email", MailStore.LETTER, name, value);
            case "threadIds" -> among("thread", MailStore.THREAD_LETTER, name, value);
            case "undoStatus" -> {
                if (!(value instanceof String text)) {
                    throw wrong(name);
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
                        "The conditions of submissions are identityIds, emailIds, threadIds, undoStatus, before and after.");
        };
    }

    private String among(String column, char letter, String name, @Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            throw wrong(name);
        }
        List<String> marks = new ArrayList<>();
        for (Object one : list) {
            if (!(one instanceof String id)) {
                throw wrong(name);
            }
            arguments.add(ObjectId.number(letter, id).orElse(-1));
            marks.add("?");
        }
        return column + " IN (" + String.join(", ", marks) + ")";
    }

    private static long time(String name, @Nullable Object value) {
        try {
            return Instant.parse(String.valueOf(value)).toEpochMilli();
        } catch (DateTimeParseException e) {
            throw wrong(name);
        }
    }

    private static MethodError wrong(String name) {
        return MethodError.invalidArguments("The value of the condition " + name + " is of another kind.");
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
                .select("SELECT n " + found + " ORDER BY " + order + "n" + page, row -> row.number(1), all.toArray())
                .stream()
                .mapToLong(Long::longValue)
                .toArray();
    }

    @Override
    public int total() {
        return sql.select("SELECT count(*) " + found, row -> (int) row.number(1), arguments.toArray())
                .get(0);
    }

    @Override
    public OptionalInt rank(long n) {
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
    public Map<String, Facets> reads() {
        return Map.of(Submission.TYPE, Submission.WHOLE);
    }
}
