package svc.cap.mail.query;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.JmapDates;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.Query.Filter;
import svc.api.jmap.query.Query.FilterCondition;
import svc.api.jmap.query.Query.FilterOperator;
import svc.api.jmap.query.Query.Operator;
import svc.api.store.ObjectId;
import svc.cap.mail.capability.MailV2Features;
import svc.cap.mail.capability.RequestValues;
import svc.cap.mail.label.Label;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.query.EmailFilter.HasAttachment;
import svc.cap.mail.query.EmailFilter.HasKeyword;
import svc.cap.mail.query.EmailFilter.InMailbox;
import svc.cap.mail.query.EmailFilter.InMailboxOtherThan;
import svc.cap.mail.query.EmailFilter.InThread;
import svc.cap.mail.query.EmailFilter.ReceivedBetween;
import svc.cap.mail.query.EmailFilter.SizeBetween;
import svc.cap.mail.search.TextConditions;
import svc.cap.mail.table.LabelKeyword;

/**
 * Parses the filter of {@code Email/query}. A subtree that has only conditions on texts becomes a single part, so that
 * one search evaluates it.
 */
final class EmailFilterParser {

    private static final String HAS_LABEL = MailV2Features.HAS_LABEL;

    /** A number that no mailbox and no label has. */
    private static final long NOWHERE = -1;

    private final MailV2Features features;

    /** Creates a parser that accepts the conditions of RFC 8621 and the additional conditions that the call can use. */
    EmailFilterParser(MailV2Features features) {
        this.features = features;
    }

    EmailFilter read(Optional<Filter> filter) {
        return filter.map(this::read).orElseGet(EmailFilter::all);
    }

    private EmailFilter read(Filter filter) {
        if (TextConditions.textOnly(filter)) {
            return new EmailFilter.Text(filter);
        }
        if (filter instanceof FilterCondition condition) {
            return condition(condition);
        }
        FilterOperator group = (FilterOperator) filter;
        List<EmailFilter> parts = parts(group);
        return switch (group.operator()) {
            case AND -> new EmailFilter.And(parts);
            case OR -> new EmailFilter.Or(parts);
            case NOT -> new EmailFilter.Not(new EmailFilter.Or(parts));
        };
    }

    /** Returns the parts of an operator. All conditions on texts become one part. */
    private List<EmailFilter> parts(FilterOperator group) {
        List<EmailFilter> parts = new ArrayList<>();
        List<Filter> texts = new ArrayList<>();
        for (Filter filter : group.filters()) {
            if (TextConditions.textOnly(filter)) {
                texts.add(filter);
            } else {
                parts.add(read(filter));
            }
        }
        if (texts.size() == 1) {
            parts.add(new EmailFilter.Text(texts.get(0)));
        } else if (!texts.isEmpty()) {
            parts.add(new EmailFilter.Text(
                    new FilterOperator(group.operator() == Operator.AND ? Operator.AND : Operator.OR, texts)));
        }
        return parts;
    }

    private EmailFilter condition(FilterCondition condition) {
        List<EmailFilter> parts = new ArrayList<>();
        Map<String, @Nullable Object> texts = new HashMap<>();
        condition.members().forEach((name, value) -> {
            if (TextConditions.isText(name)) {
                texts.put(name, value);
            } else {
                parts.add(member(name, value));
            }
        });
        if (!texts.isEmpty()) {
            parts.add(new EmailFilter.Text(new FilterCondition(texts)));
        }
        return parts.size() == 1 ? parts.get(0) : new EmailFilter.And(parts);
    }

    private EmailFilter member(String name, @Nullable Object value) {
        if (MailV2Features.LABEL_CONDITIONS.contains(name) && features.requestsCondition(name)) {
            EmailFilter has = new HasKeyword(label(text(name, value)));
            return name.equals(HAS_LABEL) ? has : new EmailFilter.Not(has);
        }
        if (features.requestsCondition(name)) {
            EmailFilter pinned = new HasKeyword(MailV2Features.PIN);
            return RequestValues.condition(name, value) ? pinned : new EmailFilter.Not(pinned);
        }
        return ofFirst(name, value);
    }

    /** Parses a condition of RFC 8621 §4.4.1. */
    private static EmailFilter ofFirst(String name, @Nullable Object value) {
        return switch (name) {
            case "inMailbox" -> new InMailbox(mailbox(text(name, value)));
            case "inMailboxOtherThan" -> new InMailboxOtherThan(mailboxes(name, value));
            case "before" -> new ReceivedBetween(Long.MIN_VALUE, second(name, value));
            case "after" -> new ReceivedBetween(second(name, value), Long.MAX_VALUE);
            case "minSize" -> new SizeBetween(unsigned(name, value), Long.MAX_VALUE);
            case "maxSize" -> new SizeBetween(0, unsigned(name, value));
            case "allInThreadHaveKeyword" -> new InThread(keyword(name, value), true);
            case "someInThreadHaveKeyword" -> new InThread(keyword(name, value), false);
            case "noneInThreadHaveKeyword" -> new EmailFilter.Not(new InThread(keyword(name, value), false));
            case "hasKeyword" -> new HasKeyword(keyword(name, value));
            case "notKeyword" -> new EmailFilter.Not(new HasKeyword(keyword(name, value)));
            case "hasAttachment" ->
                RequestValues.condition(name, value) ? new HasAttachment() : new EmailFilter.Not(new HasAttachment());
            default -> throw new MethodError("unsupportedFilter", "Unknown filter condition for emails: " + name + ".");
        };
    }

    private static String keyword(String name, @Nullable Object value) {
        return LabelKeyword.none(text(name, value).toLowerCase(Locale.ROOT));
    }

    /** Returns the keyword of a label. For a label that does not exist, returns a keyword that no email has. */
    private static String label(String id) {
        return LabelKeyword.of(ObjectId.parse(Label.LETTER, id).orElse(NOWHERE));
    }

    private static String text(String name, @Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw RequestValues.wrongType(name);
    }

    /** Returns the number of a mailbox. For a mailbox that does not exist, returns a number that no mailbox has. */
    private static long mailbox(String id) {
        return ObjectId.parse(Mailbox.LETTER, id).orElse(NOWHERE);
    }

    private static Set<Long> mailboxes(String name, @Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            throw RequestValues.wrongType(name);
        }
        Set<Long> mailboxes = new HashSet<>();
        list.forEach(id -> mailboxes.add(mailbox(text(name, id))));
        return mailboxes;
    }

    /** Returns a UTCDate in seconds, rounded up. */
    private static long second(String name, @Nullable Object value) {
        Instant instant = JmapDates.utc(value).orElseThrow(() -> RequestValues.wrongType(name));
        return instant.getEpochSecond() + (instant.getNano() > 0 ? 1 : 0);
    }

    private static long unsigned(String name, @Nullable Object value) {
        if (value instanceof Number number
                && number.doubleValue() >= 0
                && number.doubleValue() == Math.rint(number.doubleValue())) {
            return number.longValue();
        }
        throw RequestValues.wrongType(name);
    }
}
