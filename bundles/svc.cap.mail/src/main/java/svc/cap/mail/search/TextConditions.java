package svc.cap.mail;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.Query.Condition;
import svc.api.jmap.Query.Filter;
import svc.api.jmap.Query.Group;
import svc.api.search.SearchAnswer;
import svc.api.search.SearchIndex;
import svc.api.search.SearchIndex.Mark;
import svc.api.search.SearchQuery;
import svc.api.search.SearchQuery.Place;
import svc.api.store.Snapshot;

/** The conditions of a filter that look for text (RFC 8621 §4.4.1), said to the index. */
final class TextConditions {

    /** The members of a condition that look for text. */
    static final Set<String> MEMBERS = Set.of("text", "from", "to", "cc", "bcc", "subject", "body", "header");

    /** What is longer nobody types. */
    private static final int LONGEST = 2000;

    private TextConditions() {}

    /** Whether a member of a condition looks for text. */
    static boolean isText(String member) {
        return MEMBERS.contains(member);
    }

    /** Whether a filter says nothing but what texts must be like; one without any condition does not. */
    static boolean textOnly(Filter filter) {
        if (filter instanceof Group group) {
            return !group.filters().isEmpty() && group.filters().stream().allMatch(TextConditions::textOnly);
        }
        return filter instanceof Condition condition
                && !condition.members().isEmpty()
                && MEMBERS.containsAll(condition.members().keySet());
    }

    /**
     * The messages whose texts are as a filter says that is {@link #textOnly}.
     *
     * @throws MethodError {@code invalidArguments} or {@code unsupportedFilter}
     */
    static SearchAnswer find(SearchIndex index, Snapshot snapshot, Filter filter, Runnable pace) {
        SearchQuery query = query(filter);
        try {
            return index.find(snapshot, Email.TYPE, query, pace);
        } catch (IllegalArgumentException e) {
            throw new MethodError("unsupportedFilter", "The filter asks for more words at once than can be looked for");
        }
    }

    /** Where in a text of a field a filter finds something. */
    static List<Mark> marks(SearchIndex index, SearchQuery query, String field, String text) {
        try {
            return index.marks(Email.TYPE, query, field, text);
        } catch (IllegalArgumentException e) {
            throw new MethodError("unsupportedFilter", "The filter asks for more words at once than can be looked for");
        }
    }

    /** What of a filter looks for text. Other conditions count for nothing, so that this tells what to show of a message. */
    static SearchQuery query(Filter filter) {
        if (filter instanceof Group group) {
            List<SearchQuery> parts =
                    group.filters().stream().map(TextConditions::query).toList();
            return switch (group.operator()) {
                case AND -> new SearchQuery.And(parts);
                case OR -> new SearchQuery.Or(parts);
                case NOT -> new SearchQuery.Not(new SearchQuery.Or(parts));
            };
        }
        List<SearchQuery> parts = new ArrayList<>();
        ((Condition) filter).members().forEach((member, value) -> {
            if (MEMBERS.contains(member)) {
                parts.add(member.equals("header") ? header(value) : typed(member, value));
            }
        });
        return parts.size() == 1 ? parts.get(0) : new SearchQuery.And(parts);
    }

    private static SearchQuery typed(String member, @Nullable Object value) {
        String text = text(member, value);
        return SearchQuery.typed(member.equals("text") ? Place.ANYWHERE : Place.in(member), text);
    }

    private static SearchQuery header(@Nullable Object value) {
        if (!(value instanceof List<?> names) || names.isEmpty() || names.size() > 2) {
            throw MethodError.invalidArguments("header is a list of one or two texts");
        }
        String name = text("header", names.get(0));
        SearchQuery present = new SearchQuery.Present(EmailTexts.HEADER, name);
        if (names.size() == 1) {
            return present;
        }
        String text = text("header", names.get(1));
        String field = EmailTexts.FIELDS_OF_HEADERS.getOrDefault(name.toLowerCase(java.util.Locale.ROOT), "");
        Place place = field.isEmpty() ? new Place(EmailTexts.HEADER, name) : Place.in(field);
        return new SearchQuery.And(List.of(present, SearchQuery.typed(place, text)));
    }

    private static String text(String member, @Nullable Object value) {
        if (!(value instanceof String text)) {
            throw MethodError.invalidArguments(member + " looks for a text");
        }
        if (text.length() > LONGEST) {
            throw new MethodError("unsupportedFilter", "A text to look for has " + LONGEST + " characters at most");
        }
        return text;
    }
}
