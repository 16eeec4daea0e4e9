package svc.cap.mail;

import java.time.DateTimeException;
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
import svc.api.jmap.MethodError;
import svc.api.jmap.Query.Condition;
import svc.api.jmap.Query.Filter;
import svc.api.jmap.Query.Group;
import svc.api.jmap.Query.Operator;
import svc.api.store.ObjectId;

/**
 * Understands a filter of messages. What asks for texts alone stays together, however deep it is: one answer of the index then
 * stands for all of it.
 */
final class ClauseReader {

    private static final String HAS_LABEL = "hasLabel";

    /** Conditions on labels. */
    static final Set<String> LABELS = Set.of(HAS_LABEL, "notLabel");

    /** No mailbox and no label has this number. */
    private static final long NOWHERE = -1;

    private final SecondSurface surface;

    /** For who sees so much of the second version. */
    ClauseReader(SecondSurface surface) {
        this.surface = surface;
    }

    Clause read(Optional<Filter> filter) {
        return filter.map(this::read).orElseGet(Clause::all);
    }

    private Clause read(Filter filter) {
        if (TextConditions.textOnly(filter)) {
            return new Clause.Text(filter);
        }
        if (filter instanceof Condition condition) {
            return condition(condition);
        }
        Group group = (Group) filter;
        List<Clause> parts = parts(group);
        return switch (group.operator()) {
            case AND -> new Clause.And(parts);
            case OR -> new Clause.Or(parts);
            case NOT -> new Clause.Not(new Clause.Or(parts));
        };
    }

    /** The filters of a group, those on texts in one. */
    private List<Clause> parts(Group group) {
        List<Clause> parts = new ArrayList<>();
        List<Filter> texts = new ArrayList<>();
        for (Filter filter : group.filters()) {
            if (TextConditions.textOnly(filter)) {
                texts.add(filter);
            } else {
                parts.add(read(filter));
            }
        }
        if (texts.size() == 1) {
            parts.add(new Clause.Text(texts.get(0)));
        } else if (!texts.isEmpty()) {
            parts.add(new Clause.Text(new Group(group.operator() == Operator.AND ? Operator.AND : Operator.OR, texts)));
        }
        return parts;
    }

    private Clause condition(Condition condition) {
        List<Clause> parts = new ArrayList<>();
        Map<String, @Nullable Object> texts = new HashMap<>();
        condition.members().forEach((name, value) -> {
            if (TextConditions.isText(name)) {
                texts.put(name, value);
            } else {
                parts.add(member(name, value));
            }
        });
        if (!texts.isEmpty()) {
            parts.add(new Clause.Text(new Condition(texts)));
        }
        return parts.size() == 1 ? parts.get(0) : new Clause.And(parts);
    }

    private Clause member(String name, @Nullable Object value) {
        if (LABELS.contains(name) && surface.asks(name)) {
            Clause has = new Clause.Has(label(text(name, value)));
            return name.equals(HAS_LABEL) ? has : new Clause.Not(has);
        }
        if (surface.asks(name)) {
            Clause pinned = new Clause.Has(SecondSurface.PIN);
            return truth(name, value) ? pinned : new Clause.Not(pinned);
        }
        return ofFirst(name, value);
    }

    /** What the first version has. */
    private static Clause ofFirst(String name, @Nullable Object value) {
        return switch (name) {
            case "inMailbox" -> new Clause.InMailbox(mailbox(text(name, value)));
            case "inMailboxOtherThan" -> new Clause.Elsewhere(mailboxes(name, value));
            case "before" -> new Clause.Received(Long.MIN_VALUE, second(name, value));
            case "after" -> new Clause.Received(second(name, value), Long.MAX_VALUE);
            case "minSize" -> new Clause.Size(unsigned(name, value), Long.MAX_VALUE);
            case "maxSize" -> new Clause.Size(0, unsigned(name, value));
            case "allInThreadHaveKeyword" -> new Clause.InThread(keyword(name, value), true);
            case "someInThreadHaveKeyword" -> new Clause.InThread(keyword(name, value), false);
            case "noneInThreadHaveKeyword" -> new Clause.Not(new Clause.InThread(keyword(name, value), false));
            case "hasKeyword" -> new Clause.Has(keyword(name, value));
            case "notKeyword" -> new Clause.Not(new Clause.Has(keyword(name, value)));
            case "hasAttachment" ->
                truth(name, value) ? new Clause.Attachment() : new Clause.Not(new Clause.Attachment());
            default -> throw new MethodError("unsupportedFilter", "An Email has no condition " + name + ".");
        };
    }

    private static String keyword(String name, @Nullable Object value) {
        return LabelWord.none(text(name, value).toLowerCase(Locale.ROOT));
    }

    private static boolean truth(String name, @Nullable Object value) {
        if (value instanceof Boolean truth) {
            return truth;
        }
        throw wrong(name);
    }

    /** A label that is not there is on no message. */
    private static String label(String id) {
        return LabelWord.of(ObjectId.number(Label.LETTER, id).orElse(NOWHERE));
    }

    private static String text(String name, @Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw wrong(name);
    }

    /** A mailbox that is not there has no messages. */
    private static long mailbox(String id) {
        return ObjectId.number(Mailbox.LETTER, id).orElse(NOWHERE);
    }

    private static Set<Long> mailboxes(String name, @Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            throw wrong(name);
        }
        Set<Long> mailboxes = new HashSet<>();
        list.forEach(id -> mailboxes.add(mailbox(text(name, id))));
        return mailboxes;
    }

    /** The first whole second that is not before a UTCDate. */
    private static long second(String name, @Nullable Object value) {
        try {
            Instant moment = Instant.parse(text(name, value));
            return moment.getEpochSecond() + (moment.getNano() > 0 ? 1 : 0);
        } catch (DateTimeException e) {
            throw wrong(name);
        }
    }

    private static long unsigned(String name, @Nullable Object value) {
        if (value instanceof Number number
                && number.doubleValue() >= 0
                && number.doubleValue() == Math.rint(number.doubleValue())) {
            return number.longValue();
        }
        throw wrong(name);
    }

    private static MethodError wrong(String name) {
        return MethodError.invalidArguments("The value of the condition " + name + " is of another kind.");
    }
}
