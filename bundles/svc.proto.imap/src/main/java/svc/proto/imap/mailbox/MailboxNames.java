package svc.proto.imap.mailbox;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import svc.api.engine.ScopeKey;
import svc.api.identity.AccessibleAccount;
import svc.api.store.Scope;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.MailStore.VisibleMailbox;
import svc.proto.imap.name.MailboxName;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;

/**
 * The mailboxes of a signed-in user by name, as they are at one time: those of the own account, and below
 * {@code Shared/ADDRESS/} those that other users share with the user. The user has the rights {@code l} and {@code r} in
 * all of them. Immutable.
 */
public final class MailboxNames {

    /** The first level of the names of mailboxes of other users. */
    public static final String SHARED = "Shared";

    private final Map<String, NamedMailbox> byName = new TreeMap<>();
    private final Map<String, MailAccess> roots = new HashMap<>();
    private final SortedSet<String> parents = new TreeSet<>();

    private MailboxNames() {}

    /**
     * Reads the mailboxes that a user sees. Call it outside a store callback.
     *
     * @param own the user's own account
     */
    public static MailboxNames read(MailAccess own) {
        return read(own, root -> true);
    }

    /**
     * Reads the mailboxes that a user sees in the accounts in which a mailbox with this name can be: the own account, and
     * the one whose mailboxes have such names. Call it outside a store callback.
     *
     * @param own the user's own account
     * @param name the decoded name
     */
    public static MailboxNames read(MailAccess own, String name) {
        String wanted = canonical(name) + MailboxName.DELIMITER;
        return read(own, root -> wanted.startsWith(root + MailboxName.DELIMITER));
    }

    private static MailboxNames read(MailAccess own, Predicate<String> roots) {
        MailboxNames names = new MailboxNames();
        names.add("", own);
        for (AccessibleAccount account : own.services().directory().accounts(own.caller())) {
            String root = MailboxName.ofPath(List.of(SHARED, account.account().email()));
            if (!account.isPersonal() && account.accessTo(MailStore.CAPABILITY).isPresent() && roots.test(root)) {
                Scope scope = Scope.account(new ScopeKey(), account.account().n());
                names.add(root, new MailAccess(own.services(), own.caller(), account, scope));
            }
        }
        names.byName.keySet().forEach(names::addParents);
        return names;
    }

    private void add(String root, MailAccess access) {
        MailStore mail = access.services().mail();
        mail.open(access.scope());
        List<VisibleMailbox> mailboxes =
                access.read(snapshot -> mail.mailboxes(snapshot, access.account(), access.caller())).stream()
                        .filter(mailbox -> MailboxRights.mayList(mailbox.rights()))
                        .toList();
        roots.put(root, access);
        Set<Long> listed = mailboxes.stream().map(VisibleMailbox::n).collect(Collectors.toSet());
        Map<Long, List<VisibleMailbox>> children = new HashMap<>();
        for (VisibleMailbox mailbox : mailboxes) {
            boolean inbox = mailbox.role().equals(Optional.of(NamedMailbox.INBOX_ROLE));
            long parent = inbox || !listed.contains(mailbox.parent()) ? 0 : mailbox.parent();
            children.computeIfAbsent(parent, same -> new ArrayList<>()).add(mailbox);
        }
        add(root, access, 0, children);
    }

    private void add(String parent, MailAccess access, long n, Map<Long, List<VisibleMailbox>> children) {
        for (VisibleMailbox mailbox : children.getOrDefault(n, List.of())) {
            boolean inbox = mailbox.role().equals(Optional.of(NamedMailbox.INBOX_ROLE));
            String level = inbox ? MailboxName.INBOX : level(mailbox.name());
            String wanted = MailboxName.normalized(child(parent, level));
            String name = wanted;
            for (int i = 2; byName.containsKey(name); i++) {
                name = wanted + "~" + i;
            }
            byName.put(name, new NamedMailbox(access, name, mailbox));
            add(name, access, mailbox.n(), children);
        }
    }

    /** Returns the name of a level, in which a slash is shown as U+2215. */
    static String level(String name) {
        return MailboxName.ofPath(List.of(name));
    }

    static String child(String parent, String level) {
        return parent.isEmpty() ? level : parent + MailboxName.DELIMITER + level;
    }

    /** Returns the name of the level above a name; empty for a name at the top. */
    public static String parent(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf(MailboxName.DELIMITER)));
    }

    private void addParents(String name) {
        for (String at = parent(name); !at.isEmpty() && parents.add(at); ) {
            at = parent(at);
        }
    }

    /** Returns all mailboxes in the order of their names. */
    public List<NamedMailbox> all() {
        return List.copyOf(byName.values());
    }

    /** Returns the mailbox with a decoded name; empty if there is none. */
    public Optional<NamedMailbox> find(String name) {
        return Optional.ofNullable(byName.get(canonical(name)));
    }

    /** Returns a name as mailboxes have it: composed (RFC 5198), and with {@code INBOX} in upper case. */
    public static String canonical(String name) {
        return MailboxName.normalized(Normalizer.normalize(name, Normalizer.Form.NFC));
    }

    /** Returns the mailbox with a decoded name. */
    public NamedMailbox require(String name) throws RefusedException {
        return find(name)
                .orElseThrow(() ->
                        new RefusedException(ResponseCode.NONEXISTENT, "There is no mailbox with the name " + name));
    }

    /** Returns the account of which all mailboxes are below a name; empty if there is none. */
    Optional<MailAccess> root(String name) {
        return Optional.ofNullable(roots.get(name));
    }

    /** Returns the numbers of the accounts whose mailboxes the user can see. */
    public Set<Long> accounts() {
        return roots.values().stream()
                .map(access -> access.account().account().n())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns whether mailboxes are below a name. */
    public boolean hasChildren(String name) {
        return parents.contains(name);
    }

    /** Returns the names of all mailboxes. */
    public Set<String> names() {
        return new HashSet<>(byName.keySet());
    }

    /** Returns the names of levels that are above mailboxes but are not mailboxes. */
    SortedSet<String> levels() {
        SortedSet<String> levels = new TreeSet<>(parents);
        levels.removeAll(byName.keySet());
        return levels;
    }
}
