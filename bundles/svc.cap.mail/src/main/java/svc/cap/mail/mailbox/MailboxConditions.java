package svc.cap.mail.mailbox;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.Collation;
import svc.api.jmap.query.Query.Filter;
import svc.api.jmap.query.Query.FilterCondition;
import svc.api.jmap.query.Query.FilterOperator;
import svc.cap.mail.capability.RequestValues;
import svc.cap.mail.mailbox.Mailbox.Properties;
import svc.cap.mail.mailbox.MailboxCountDeltas.Counts;

/** Evaluates the filter conditions of {@code Mailbox/query} (RFC 8621 §2.3). */
public record MailboxConditions(MailboxView view) {

    public void check(Optional<Filter> filter) {
        Mailbox none = new Mailbox(0, new Properties("", 0, Optional.empty(), 0, true), Counts.NONE);
        filter.ifPresent(one -> check(one, none));
    }

    private void check(Filter filter, Mailbox none) {
        if (filter instanceof FilterOperator group) {
            group.filters().forEach(one -> check(one, none));
        } else if (filter instanceof FilterCondition condition) {
            condition.members().forEach((name, value) -> test(none, name, value));
        }
    }

    public boolean test(Mailbox mailbox, FilterCondition condition) {
        return condition.members().entrySet().stream()
                .allMatch(member -> test(mailbox, member.getKey(), member.getValue()));
    }

    private boolean test(Mailbox mailbox, String name, @Nullable Object value) {
        Properties core = mailbox.core();
        return switch (name) {
            case "parentId" ->
                text(name, value)
                        .map(id -> id.equals(MailboxView.parent(core.parent())))
                        .orElse(core.parent() == Mailbox.TOP);
            case "name" ->
                Collation.folded(core.name())
                        .contains(Collation.folded(text(name, value).orElseThrow(() -> RequestValues.wrongType(name))));
            case "role" -> text(name, value).equals(core.role());
            case "hasAnyRole" ->
                RequestValues.condition(name, value) == core.role().isPresent();
            case "isSubscribed" -> RequestValues.condition(name, value) == view.subscribed(mailbox);
            default ->
                throw new MethodError(
                        "unsupportedFilter",
                        "The filter conditions for mailboxes are parentId, name, role, hasAnyRole and isSubscribed.");
        };
    }

    private static Optional<String> text(String name, @Nullable Object value) {
        if (value == null || value instanceof String) {
            return Optional.ofNullable((String) value);
        }
        throw RequestValues.wrongType(name);
    }
}
