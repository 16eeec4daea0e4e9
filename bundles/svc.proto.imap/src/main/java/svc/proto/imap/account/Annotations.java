package svc.proto.imap.account;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import svc.proto.imap.command.AccountCommand.GetMetadata;
import svc.proto.imap.command.AccountCommand.SetMetadata;
import svc.proto.imap.mailbox.MailboxNames;
import svc.proto.imap.mailbox.NamedMailbox;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;

/**
 * Answers GETMETADATA and SETMETADATA (RFC 5464). Annotations are not stored. The only one with a value is the special use
 * of a mailbox (RFC 6154 §4), which is its role.
 */
final class Annotations {

    private static final String SPECIAL_USE = "/private/specialuse";

    private final MailAccess own;
    private final ResponseWriter out;

    Annotations(MailAccess own, ResponseWriter out) {
        this.own = own;
        this.out = out;
    }

    Reply get(GetMetadata command) throws IOException, RefusedException {
        Optional<NamedMailbox> mailbox = mailbox(command.mailbox());
        Optional<String> use = mailbox.flatMap(NamedMailbox::specialUse);
        long longest = 0;
        String before = " (";
        for (String entry : command.entries()) {
            String value = entry.equals(SPECIAL_USE) ? use.orElse(null) : null;
            int size = value == null ? 0 : value.getBytes(StandardCharsets.UTF_8).length;
            if (command.maxSize().isPresent() && size > command.maxSize().getAsLong()) {
                longest = size;
                continue;
            }
            if (before.equals(" (")) {
                out.raw("* METADATA ");
                if (mailbox.isPresent()) {
                    out.mailbox(mailbox.get().name());
                } else {
                    out.raw("\"\"");
                }
            }
            out.raw(before).astring(entry).raw(" ").string(value);
            before = " ";
        }
        if (before.equals(" ")) {
            out.raw(")").end();
        }
        return longest == 0
                ? Reply.ok("GETMETADATA completed")
                : Reply.ok(ResponseCode.metadata("LONGENTRIES " + longest), "GETMETADATA completed");
    }

    private Optional<NamedMailbox> mailbox(String name) throws RefusedException {
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(MailboxNames.read(own, name).require(name));
    }

    Reply set(SetMetadata command) throws RefusedException {
        mailbox(command.mailbox());
        boolean isPrivate =
                command.values().stream().anyMatch(value -> value.entry().startsWith("/private/"));
        return Reply.no(
                isPrivate ? ResponseCode.metadata("NOPRIVATE") : ResponseCode.metadata("TOOMANY"),
                "The server stores no annotations.");
    }
}
