package svc.proto.imap.mailbox;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.store.ObjectId;
import svc.cap.mail.api.MailStore.VisibleMailbox;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.MailboxKey;
import svc.proto.imap.state.RefusedException;

/**
 * A mailbox with its name in IMAP.
 *
 * @param access the account of the mailbox
 * @param name the name, decoded, with {@code /} between the levels
 * @param mailbox the mailbox as the user sees it
 */
public record NamedMailbox(MailAccess access, String name, VisibleMailbox mailbox) {

    /** The first character of the ids of mailboxes. */
    private static final char LETTER = 'f';

    /** The role of the inbox. */
    static final String INBOX_ROLE = "inbox";

    /** Returns what identifies the mailbox among those of all accounts. */
    public MailboxKey key() {
        return new MailboxKey(access.account().account().n(), n());
    }

    /** Returns the number of the mailbox. */
    public long n() {
        return mailbox.n();
    }

    /** Returns the id of the mailbox in JMAP, which is also its MAILBOXID (RFC 8474 §4). */
    public String id() {
        return id(n());
    }

    static String id(long n) {
        return ObjectId.format(LETTER, n);
    }

    static @Nullable String parentId(long parent) {
        return parent == 0 ? null : id(parent);
    }

    static long number(String id) {
        return ObjectId.parse(LETTER, id).orElseThrow();
    }

    /** Returns the role, such as {@code sent}. */
    public Optional<String> role() {
        return mailbox.role();
    }

    /** Returns whether this is the inbox of its account. */
    public boolean isInbox() {
        return role().equals(Optional.of(INBOX_ROLE));
    }

    /** Returns the rights of the user, as letters (RFC 4314 §2.1). */
    public String rights() {
        return access.account().isPersonal() ? MailboxRights.ALL : MailboxRights.letters(mailbox.rights());
    }

    /** Returns whether the user has a right. */
    public boolean has(char right) {
        return rights().indexOf(right) >= 0;
    }

    /** Refuses the command if the user does not have a right. */
    public void require(char right) throws RefusedException {
        if (!has(right)) {
            throw new RefusedException(
                    ResponseCode.NOPERM, "You do not have the right " + right + " in the mailbox " + name);
        }
    }

    /** Returns the attribute of its special use, such as {@code \\Sent} (RFC 6154). */
    public Optional<String> specialUse() {
        return SpecialUse.of(this);
    }

    /** Writes MYRIGHTS (RFC 4314 §3.8). */
    public void writeRights(ResponseWriter out) throws IOException {
        out.raw("* MYRIGHTS ").mailbox(name).raw(" ").raw(rights());
        out.end();
    }
}
