package svc.cap.mail.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.Query.Filter;
import svc.api.jmap.query.Query.FilterCondition;
import svc.api.jmap.query.Query.FilterOperator;
import svc.api.search.SearchIndex;
import svc.api.search.SearchIndex.Highlight;
import svc.api.search.SearchQuery;
import svc.api.search.SearchQuery.FieldRef;
import svc.api.search.SearchResult;
import svc.api.store.Snapshot;
import svc.cap.mail.capability.EmailType;

/** Translates the text conditions of a filter (RFC 8621 §4.4.1) into queries of the search index. */
public final class TextConditions {

    /** The members of a condition that concern texts. */
    static final Set<String> MEMBERS = Set.of("text", "from", "to", "cc", "bcc", "subject", "body", "header");

    /** Maximum length of a search text. Users do not type longer texts. */
    private static final int LONGEST = 2000;

    private TextConditions() {}

    /** Returns whether a member of a condition concerns texts. */
    public static boolean isText(String member) {
        return MEMBERS.contains(member);
    }

    /** Returns whether a filter has conditions on texts and no others. */
    public static boolean textOnly(Filter filter) {
        if (filter instanceof FilterOperator group) {
            return !group.filters().isEmpty() && group.filters().stream().allMatch(TextConditions::textOnly);
        }
        return filter instanceof FilterCondition condition
                && !condition.members().isEmpty()
                && MEMBERS.containsAll(condition.members().keySet());
    }

    /**
     * Returns the emails that match a filter. The filter must be {@link #textOnly}.
     *
     * @throws MethodError {@code invalidArguments} or {@code unsupportedFilter}
     */
    public static SearchResult find(SearchIndex index, Snapshot snapshot, Filter filter, Runnable checkpoint) {
        SearchQuery query = query(filter);
        try {
            return index.find(snapshot, EmailType.TYPE, query, checkpoint);
        } catch (IllegalArgumentException e) {
            throw new MethodError("unsupportedFilter", "The filter has too many words.");
        }
    }

    /** Returns the matches of a query in a text of a search field. */
    static List<Highlight> marks(SearchIndex index, SearchQuery query, String field, String text) {
        try {
            return index.highlights(EmailType.TYPE, query, field, text);
        } catch (IllegalArgumentException e) {
            throw new MethodError("unsupportedFilter", "The filter has too many words.");
        }
    }

    /**
     * Returns the text conditions of a filter as a query. Other conditions are ignored, because the query selects only
     * what to highlight.
     */
    static SearchQuery query(Filter filter) {
        if (filter instanceof FilterOperator group) {
            List<SearchQuery> parts =
                    group.filters().stream().map(TextConditions::query).toList();
            return switch (group.operator()) {
                case AND -> new SearchQuery.And(parts);
                case OR -> new SearchQuery.Or(parts);
                case NOT -> new SearchQuery.Not(new SearchQuery.Or(parts));
            };
        }
        List<SearchQuery> parts = new ArrayList<>();
        ((FilterCondition) filter).members().forEach((member, value) -> {
            if (MEMBERS.contains(member)) {
                parts.add(member.equals("header") ? header(value) : typed(member, value));
            }
        });
        return parts.size() == 1 ? parts.get(0) : new SearchQuery.And(parts);
    }

    private static SearchQuery typed(String member, @Nullable Object value) {
        String text = text(member, value);
        return SearchQuery.parse(member.equals("text") ? FieldRef.ANYWHERE : FieldRef.in(member), text);
    }

    private static SearchQuery header(@Nullable Object value) {
        if (!(value instanceof List<?> names) || names.isEmpty() || names.size() > 2) {
            throw MethodError.invalidArguments("header must be an array of one or two strings");
        }
        String name = text("header", names.get(0));
        SearchQuery present = new SearchQuery.Exists(EmailSearchSource.HEADER, name);
        if (names.size() == 1) {
            return present;
        }
        String text = text("header", names.get(1));
        String field = EmailSearchSource.FIELDS_OF_HEADERS.getOrDefault(name.toLowerCase(java.util.Locale.ROOT), "");
        FieldRef place = field.isEmpty() ? new FieldRef(EmailSearchSource.HEADER, name) : FieldRef.in(field);
        return new SearchQuery.And(List.of(present, SearchQuery.parse(place, text)));
    }

    private static String text(String member, @Nullable Object value) {
        if (!(value instanceof String text)) {
            throw MethodError.invalidArguments(member + " must be a string");
        }
        if (text.length() > LONGEST) {
            throw new MethodError(
                    "unsupportedFilter", "A text to search for can have at most " + LONGEST + " characters");
        }
        return text;
    }
}
