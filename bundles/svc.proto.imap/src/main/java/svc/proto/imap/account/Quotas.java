package svc.proto.imap.account;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import svc.proto.imap.mailbox.MailboxNames;
import svc.proto.imap.mailbox.NamedMailbox;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.Reply;

/**
 * Answers GETQUOTA and GETQUOTAROOT (RFC 9208, RFC 2087). The account of the user has the quota root {@code ""}. The
 * mailboxes of other users, and accounts without a limit, have no quota root.
 */
final class Quotas {

    /** The name of the quota root of the user's own account. */
    private static final String ROOT = "";

    /** The resource STORAGE counts units of 1,024 octets (RFC 9208 §5.1). */
    private static final long UNIT = 1_024;

    private final MailAccess own;
    private final ResponseWriter out;

    Quotas(MailAccess own, ResponseWriter out) {
        this.own = own;
        this.out = out;
    }

    Reply quota(String root) throws IOException {
        Optional<Usage> usage = root.equals(ROOT) ? usage() : Optional.empty();
        if (usage.isEmpty()) {
            return Reply.no(ResponseCode.NONEXISTENT, "There is no such quota root.");
        }
        write(usage.get());
        return Reply.ok("GETQUOTA completed");
    }

    /** The mailbox does not have to exist (RFC 9208 §4.1.2). */
    Reply roots(String mailbox) throws IOException {
        boolean ofAnother = MailboxNames.read(own, mailbox)
                .find(mailbox)
                .map(NamedMailbox::access)
                .map(access -> !access.account().isPersonal())
                .orElse(mailbox.startsWith(MailboxNames.SHARED + "/"));
        Optional<Usage> usage = ofAnother ? Optional.empty() : usage();
        out.raw("* QUOTAROOT ").mailbox(mailbox);
        if (usage.isPresent()) {
            out.raw(" ").astring(ROOT);
        }
        out.end();
        if (usage.isPresent()) {
            write(usage.get());
        }
        return Reply.ok("GETQUOTAROOT completed");
    }

    private record Usage(long used, long limit) {}

    private Optional<Usage> usage() {
        return own.read(snapshot -> {
            OptionalLong limit = own.services().directory().quota(snapshot);
            return limit.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Usage(own.services().blobs().usedBytes(snapshot), limit.getAsLong()));
        });
    }

    private void write(Usage usage) throws IOException {
        out.raw("* QUOTA ")
                .astring(ROOT)
                .raw(" (STORAGE ")
                .number((usage.used() + UNIT - 1) / UNIT)
                .raw(" ")
                .number(usage.limit() / UNIT)
                .raw(")");
        out.end();
    }
}
