package svc.cap.mail.query;

import static svc.api.jmap.ValueReader.CONDITIONS;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.query.Query.Filter;
import svc.api.jmap.query.Query.FilterCondition;
import svc.api.jmap.query.Query.FilterOperator;
import svc.api.jmap.query.Query.Operator;
import svc.api.store.ObjectId;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.MailV2Features;
import svc.cap.mail.label.Label;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.VisibleContainers;
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
    private final VisibleContainers visible;

    /**
     * Creates a parser that accepts the conditions of RFC 8621 and the additional conditions that the call can use. A
     * mailbox or label that is not visible is one that does not exist.
     */
    EmailFilterParser(MailV2Features features, VisibleContainers visible) {
        this.features = features;
        this.visible = visible;
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
            EmailFilter has = new HasKeyword(label(CONDITIONS.string(name, value)));
            return name.equals(HAS_LABEL) ? has : new EmailFilter.Not(has);
        }
        if (features.requestsCondition(name)) {
            EmailFilter pinned = new HasKeyword(MailV2Features.PIN);
            return CONDITIONS.bool(name, value) ? pinned : new EmailFilter.Not(pinned);
        }
        return ofFirst(name, value);
    }

    /** Parses a condition of RFC 8621 §4.4.1. */
    private EmailFilter ofFirst(String name, @Nullable Object value) {
        return switch (name) {
            case "inMailbox" -> new InMailbox(mailbox(CONDITIONS.string(name, value)));
            case "inMailboxOtherThan" -> new InMailboxOtherThan(mailboxes(name, value));
            case "before" -> new ReceivedBetween(Long.MIN_VALUE, second(name, value));
            case "after" -> new ReceivedBetween(second(name, value), Long.MAX_VALUE);
            case "minSize" -> new SizeBetween(CONDITIONS.unsigned(name, value), Long.MAX_VALUE);
            case "maxSize" -> new SizeBetween(0, CONDITIONS.unsigned(name, value));
            case "allInThreadHaveKeyword" -> new InThread(keyword(name, value), true);
            case "someInThreadHaveKeyword" -> new InThread(keyword(name, value), false);
            case "noneInThreadHaveKeyword" -> new EmailFilter.Not(new InThread(keyword(name, value), false));
            case "hasKeyword" -> new HasKeyword(keyword(name, value));
            case "notKeyword" -> new EmailFilter.Not(new HasKeyword(keyword(name, value)));
            case "hasAttachment" ->
                CONDITIONS.bool(name, value) ? new HasAttachment() : new EmailFilter.Not(new HasAttachment());
            default -> throw FilterCondition.unsupported(EmailType.TYPE, name);
        };
    }

    private static String keyword(String name, @Nullable Object value) {
        return LabelKeyword.none(CONDITIONS.string(name, value).toLowerCase(Locale.ROOT));
    }

    /** Returns the keyword of a label. For a label that is not visible, returns a keyword that no email has. */
    private String label(String id) {
        long n = ObjectId.parse(Label.LETTER, id).orElse(NOWHERE);
        return LabelKeyword.of(visible.containsLabel(n) ? n : NOWHERE);
    }

    /** Returns the number of a mailbox. For a mailbox that is not visible, returns a number that no mailbox has. */
    private long mailbox(String id) {
        long n = ObjectId.parse(Mailbox.LETTER, id).orElse(NOWHERE);
        return visible.contains(n) ? n : NOWHERE;
    }

    private Set<Long> mailboxes(String name, @Nullable Object value) {
        return CONDITIONS.strings(name, value).stream().map(this::mailbox).collect(Collectors.toSet());
    }

    /** Returns a UTCDate in seconds, rounded up. */
    private static long second(String name, @Nullable Object value) {
        Instant instant = CONDITIONS.utcDate(name, value);
        return instant.getEpochSecond() + (instant.getNano() > 0 ? 1 : 0);
    }
}
