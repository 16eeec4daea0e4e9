package svc.cap.mail.search;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.Query.Filter;
import svc.api.jmap.query.Query.FilterCondition;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.MailV2Features;

/** Parses the filter of {@code SearchSnippet/get} (RFC 8621 §5.1). */
final class SnippetFilterParser {

    /** Conditions that do not concern texts. */
    private static final Set<String> OTHERS = Set.of(
            "inMailbox",
            "inMailboxOtherThan",
            "before",
            "after",
            "minSize",
            "maxSize",
            "allInThreadHaveKeyword",
            "someInThreadHaveKeyword",
            "noneInThreadHaveKeyword",
            "hasKeyword",
            "notKeyword",
            "hasAttachment");

    private SnippetFilterParser() {}

    /**
     * Parses a filter.
     *
     * @param features the additions to RFC 8621 whose conditions are accepted
     * @throws MethodError {@code unsupportedFilter} or {@code invalidArguments}
     */
    static Optional<Filter> read(@Nullable Map<String, @Nullable Object> filter, MailV2Features features) {
        Optional<Filter> parsed = Optional.ofNullable(filter).map(Filter::parse);
        parsed.ifPresent(one -> one.translate((name, value) -> known(name, features), (operator, names) -> ""));
        return parsed;
    }

    private static String known(String name, MailV2Features features) {
        if (!TextConditions.isText(name) && !OTHERS.contains(name) && !features.requestsCondition(name)) {
            throw FilterCondition.unsupported(EmailType.TYPE, name);
        }
        return name;
    }
}
