package svc.proto.imap.mailbox;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import svc.cap.mail.api.MailStore.MailboxInfo;
import svc.proto.imap.name.MailboxName;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;

/** The mailboxes of a signed-in user by name, as they are at one time. Immutable. */
public final class MailboxNames {

    private static final String INBOX_ROLE = "inbox";

    private final Map<String, NamedMailbox> byName = new HashMap<>();
    private final List<NamedMailbox> all = new ArrayList<>();

    private MailboxNames() {}

    /** Reads the mailboxes of the user's own account. */
    public static MailboxNames read(MailAccess access) {
        MailboxNames names = new MailboxNames();
        List<MailboxInfo> mailboxes =
                access.read(snapshot -> access.services().mail().mailboxes(snapshot));
        Optional<List<String>> inbox = mailboxes.stream()
                .filter(mailbox -> mailbox.role().equals(Optional.of(INBOX_ROLE)))
                .map(MailboxInfo::path)
                .findFirst();
        for (MailboxInfo mailbox : mailboxes) {
            names.add(access, mailbox, inbox.orElse(List.of()));
        }
        return names;
    }

    private void add(MailAccess access, MailboxInfo mailbox, List<String> inbox) {
        List<String> path = new ArrayList<>(mailbox.path());
        if (!inbox.isEmpty()
                && path.size() >= inbox.size()
                && path.subList(0, inbox.size()).equals(inbox)) {
            path = new ArrayList<>(path.subList(inbox.size() - 1, path.size()));
            path.set(0, MailboxName.INBOX);
        }
        String wanted = MailboxName.normalized(MailboxName.ofPath(path));
        String name = wanted;
        for (int i = 2; byName.containsKey(name); i++) {
            name = wanted + "~" + i;
        }
        NamedMailbox named = new NamedMailbox(access, mailbox.n(), name, mailbox.role());
        byName.put(name, named);
        all.add(named);
    }

    /** Returns all mailboxes. */
    public List<NamedMailbox> all() {
        return List.copyOf(all);
    }

    /** Returns the mailbox with a decoded name; empty if there is none. */
    public Optional<NamedMailbox> find(String name) {
        return Optional.ofNullable(byName.get(MailboxName.normalized(name)));
    }

    /** Returns the mailbox with a decoded name. */
    public NamedMailbox require(String name) throws RefusedException {
        return find(name)
                .orElseThrow(() ->
                        new RefusedException(ResponseCode.NONEXISTENT, "There is no mailbox with the name " + name));
    }

    /** Returns the names of all mailboxes. */
    public Set<String> names() {
        return new HashSet<>(byName.keySet());
    }
}
