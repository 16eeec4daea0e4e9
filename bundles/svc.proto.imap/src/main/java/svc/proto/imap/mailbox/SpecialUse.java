package svc.proto.imap.mailbox;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.state.RefusedException;

/** The special uses of mailboxes (RFC 6154, RFC 8457), which are roles in JMAP (RFC 8621 §2). */
final class SpecialUse {

    /** Roles by the attribute in lower case. */
    private static final Map<String, String> ROLES = Map.of(
            "\\all", "all",
            "\\archive", "archive",
            "\\drafts", "drafts",
            "\\flagged", "flagged",
            "\\important", "important",
            "\\junk", "junk",
            "\\sent", "sent",
            "\\trash", "trash");

    private static final Map<String, String> ATTRIBUTES = ROLES.values().stream()
            .collect(Collectors.toUnmodifiableMap(
                    role -> role, role -> "\\" + role.substring(0, 1).toUpperCase(Locale.ROOT) + role.substring(1)));

    private SpecialUse() {}

    /**
     * Returns the attribute of a mailbox; empty if its role is no special use, such as that of the inbox. The mailboxes of
     * another user have no special use for this user (RFC 6154 §2).
     */
    static Optional<String> of(NamedMailbox mailbox) {
        return mailbox.role()
                .filter(role -> mailbox.access().account().isPersonal())
                .flatMap(role -> Optional.ofNullable(ATTRIBUTES.get(role)));
    }

    /** Returns the role that CREATE requests; empty for none. A mailbox has one role at most. */
    static Optional<String> role(List<String> uses) throws RefusedException {
        List<String> distinct = uses.stream()
                .map(use -> use.toLowerCase(Locale.ROOT))
                .distinct()
                .toList();
        if (distinct.isEmpty()) {
            return Optional.empty();
        }
        String role = ROLES.get(distinct.get(0));
        if (distinct.size() > 1 || role == null) {
            throw new RefusedException(
                    ResponseCode.USEATTR,
                    distinct.size() > 1
                            ? "A mailbox can have one special use. Create a mailbox for each."
                            : "The special use " + uses.get(0) + " is unknown.");
        }
        return Optional.of(role);
    }
}
