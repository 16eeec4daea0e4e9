package svc.cap.mail.mailbox;

import static svc.api.jmap.ValueReader.CONDITIONS;

import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.query.Collation;
import svc.api.jmap.query.Query.Filter;
import svc.api.jmap.query.Query.FilterCondition;

/** Evaluates the filter conditions of {@code Mailbox/query} (RFC 8621 §2.3). */
public record MailboxConditions(MailboxView view) {

    /** Returns a predicate for the filter; all mailboxes match without a filter. */
    public Predicate<Mailbox> predicate(Optional<Filter> filter) {
        return filter.map(one -> one.toPredicate(this::condition)).orElse(mailbox -> true);
    }

    private Predicate<Mailbox> condition(String name, @Nullable Object value) {
        return switch (name) {
            case "parentId" -> {
                Optional<String> parent = CONDITIONS.optional(name, value, CONDITIONS::string);
                yield mailbox -> parent.equals(
                        Optional.ofNullable(MailboxView.parent(mailbox.core().parent())));
            }
            case "name" -> {
                String part = Collation.folded(CONDITIONS.string(name, value));
                yield mailbox -> Collation.folded(mailbox.core().name()).contains(part);
            }
            case "role" -> {
                Optional<String> role = CONDITIONS.optional(name, value, CONDITIONS::string);
                yield mailbox -> mailbox.core().role().equals(role);
            }
            case "hasAnyRole" -> {
                boolean any = CONDITIONS.bool(name, value);
                yield mailbox -> mailbox.core().role().isPresent() == any;
            }
            case "isSubscribed" -> {
                boolean subscribed = CONDITIONS.bool(name, value);
                yield mailbox -> view.subscribed(mailbox) == subscribed;
            }
            default -> throw FilterCondition.unsupported(Mailbox.TYPE, name);
        };
    }
}
