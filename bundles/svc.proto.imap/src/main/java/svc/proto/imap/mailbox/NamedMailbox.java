package svc.proto.imap.mailbox;

import java.util.Optional;
import svc.proto.imap.state.MailAccess;

/**
 * A mailbox with its name in IMAP.
 *
 * @param access the account of the mailbox
 * @param n the number of the mailbox
 * @param name the name, decoded, with {@code /} between the levels
 * @param role the role, such as {@code sent}
 */
public record NamedMailbox(MailAccess access, long n, String name, Optional<String> role) {}
