package svc.proto.imap.notify;

import static svc.proto.imap.command.Notify.NotifyEvent.MAILBOXMETADATACHANGE;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import svc.cap.mail.api.AnnotationStore.Annotated;
import svc.proto.imap.command.Notify.NotifyEvent;
import svc.proto.imap.mailbox.NamedMailbox;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.MailboxKey;

/** The annotations that a client with NOTIFY knows (RFC 5465 §5.6 and §5.7). Not thread-safe. */
final class AnnotationChanges {

    private final FollowedAccounts accounts;
    private final MailAccess own;
    private final boolean server;
    private Map<MailboxKey, Map<String, Long>> known = Map.of();

    /**
     * Creates the state of a client that knows nothing.
     *
     * @param server whether the client wants changes of the annotations of the server
     */
    AnnotationChanges(FollowedAccounts accounts, MailAccess own, boolean server) {
        this.accounts = accounts;
        this.own = own;
        this.server = server;
    }

    /** Records the annotations that the client knows from now on. */
    void start(Map<NamedMailbox, Set<NotifyEvent>> wanted) {
        known = read(wanted, false);
    }

    private MailboxKey serverKey() {
        return new MailboxKey(own.account().account().n(), 0);
    }

    private Map<MailboxKey, Map<String, Long>> read(Map<NamedMailbox, Set<NotifyEvent>> wanted, boolean fresh) {
        Map<MailboxKey, Map<String, Long>> read = new HashMap<>();
        if (fresh) {
            accounts.annotations(own, true); // a user annotates only in the own account
        }
        if (server) {
            read.put(serverKey(), digests(own, Annotated.ACCOUNT));
        }
        wanted.forEach((mailbox, events) -> {
            if (events.contains(MAILBOXMETADATACHANGE)) {
                read.put(mailbox.key(), digests(mailbox));
            }
        });
        return read;
    }

    private Map<String, Long> digests(MailAccess access, Annotated annotated) {
        return accounts.annotations(access, false).getOrDefault(annotated, Map.of());
    }

    private Map<String, Long> digests(NamedMailbox mailbox) {
        Map<String, Long> all = digests(mailbox.access(), new Annotated(0, mailbox.n()));
        if (mailbox.access().account().isPersonal()) {
            return all;
        }
        Map<String, Long> visible =
                new HashMap<>(digests(own, new Annotated(mailbox.key().account(), mailbox.n())));
        all.forEach((entry, digest) -> {
            if (entry.startsWith("/shared/")) {
                visible.put(entry, digest);
            }
        });
        return visible;
    }

    /**
     * Sends the names of the entries that have changed.
     *
     * @param byClient the changes that the client has made, and knows about
     */
    void write(ResponseWriter out, Map<NamedMailbox, Set<NotifyEvent>> wanted, OwnChanges byClient) throws IOException {
        Map<MailboxKey, Map<String, Long>> before = known;
        known = read(wanted, byClient.metadata() != null);
        if (server) {
            write(out, "", serverKey(), before, byClient);
        }
        for (NamedMailbox mailbox : wanted.keySet()) {
            if (known.containsKey(mailbox.key())) {
                write(out, mailbox.name(), mailbox.key(), before, byClient);
            }
        }
    }

    private void write(
            ResponseWriter out,
            String name,
            MailboxKey key,
            Map<MailboxKey, Map<String, Long>> before,
            OwnChanges byClient)
            throws IOException {
        Map<String, Long> last = before.getOrDefault(key, Map.of());
        Map<String, Long> now = known.getOrDefault(key, Map.of());
        if (now.equals(last)) {
            return;
        }
        Set<String> changed = new TreeSet<>(now.keySet());
        changed.addAll(last.keySet());
        changed.removeIf(entry -> byClient.annotated(name, entry)
                || (now.containsKey(entry) && now.get(entry).equals(last.get(entry))));
        if (!changed.isEmpty()) {
            out.raw("* METADATA ").mailbox(name);
            for (String entry : changed) {
                out.raw(" ").astring(entry);
            }
            out.end();
        }
    }
}
