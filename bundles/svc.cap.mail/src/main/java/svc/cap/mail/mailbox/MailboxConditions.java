package svc.cap.mail;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Collation;
import svc.api.jmap.MethodError;
import svc.api.jmap.Query;
import svc.api.jmap.Query.Condition;

/** Conditions on mailboxes (RFC 8621 §2.3). */
record MailboxConditions(MailboxView view) {

    void check(Optional<Query.Filter> filter) {
        Mailbox none = new Mailbox(0, new Mailbox.Core("", 0, Optional.empty(), 0, true), CountMoves.Counts.NONE);
        filter.ifPresent(one -> check(one, none));
    }

    private void check(Query.Filter filter, Mailbox none) {
        if (filter instanceof Query.Group group) {
            group.filters().forEach(one -> check(one, none));
        } else if (filter instanceof Condition condition) {
            condition.members().forEach((name, value) -> test(none, name, value));
        }
    }

    boolean test(Mailbox mailbox, Condition condition) {
        return condition.members().entrySet().stream()
                .allMatch(member -> test(mailbox, member.getKey(), member.getValue()));
    }

    private boolean test(Mailbox mailbox, String name, @Nullable Object value) {
        Mailbox.Core core = mailbox.core();
        return switch (name) {
            case "parentId" ->
                text(name, value)
                        .map(id -> id.equals(MailboxView.parent(core.parent())))
                        .orElse(core.parent() == Mailbox.TOP);
            case "name" ->
                Collation.folded(core.name())
                        .contains(Collation.folded(text(name, value).orElseThrow(() -> wrong(name))));
            case "role" -> text(name, value).equals(core.role());
            case "hasAnyRole" -> truth(name, value) == core.role().isPresent();
            case "isSubscribed" -> truth(name, value) == view.subscribed(mailbox);
            default ->
                throw new MethodError(
                        "unsupportedFilter",
                        "The conditions of mailboxes are parentId, name, role, hasAnyRole and isSubscribed.");
        };
    }

    private static Optional<String> text(String name, @Nullable Object value) {
        if (value == null || value instanceof String) {
            return Optional.ofNullable((String) value);
        }
        throw wrong(name);
    }

    private static boolean truth(String name, @Nullable Object value) {
        if (value instanceof Boolean truth) {
            return truth;
        }
        throw wrong(name);
    }

    private static MethodError wrong(String name) {
        return MethodError.invalidArguments("The value of the condition " + name + " is of another kind.");
    }
}
