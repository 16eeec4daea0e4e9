package svc.cap.mail.mailbox;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.SharedContainer;
import svc.api.jmap.type.ContainerRights;
import svc.api.store.Sql;
import svc.api.store.Visibility;
import svc.cap.mail.capability.LabelsCapability;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.capability.MailV2Capability;
import svc.cap.mail.mailbox.MailboxCountDeltas.Counts;
import svc.cap.mail.table.Flags;
import svc.cap.mail.table.KeywordDictionaryRows;

/**
 * The mailboxes and labels that a caller sees in an account, with the rights of the caller (RFC 8621 §2, V2-03). The
 * owner, and a user with whom all mail is shared, sees all of them.
 *
 * @param shared the visible mailboxes with the caller's rights; empty if the caller sees all mailboxes and labels
 * @param labels the visible labels with the caller's rights; none if the caller sees all mailboxes and labels
 */
public record VisibleContainers(Optional<Map<Long, SharedContainer>> shared, Map<Long, SharedContainer> labels) {

    /** All mailboxes and labels. */
    public static final VisibleContainers ALL = new VisibleContainers(Optional.empty(), Map.of());

    static final String READ = "mayReadItems";

    /** The right to add emails to a mailbox. */
    public static final String ADD = "mayAddItems";

    /** The right to remove emails from a mailbox. */
    public static final String REMOVE = "mayRemoveItems";

    /** The right to set and remove {@code $seen}. */
    public static final String SET_SEEN = "maySetSeen";

    /** The right to set and remove other keywords. */
    public static final String SET_KEYWORDS = "maySetKeywords";

    /** The right to change a label, to put it on emails and to remove it from them. */
    public static final String WRITE_LABEL = "mayWrite";

    /** The right to create mailboxes in a mailbox, and to move mailboxes there. */
    public static final String CREATE_CHILD = "mayCreateChild";

    /** The right to rename and move a mailbox. */
    public static final String RENAME = "mayRename";

    /** The right to destroy a mailbox. */
    public static final String DELETE = "mayDelete";

    static final String SHARE = "mayShare";

    /** The rights of RFC 8621 §2, in the order of the RFC. */
    static final List<String> RIGHTS =
            List.of(READ, ADD, REMOVE, SET_SEEN, SET_KEYWORDS, CREATE_CHILD, RENAME, DELETE, "maySubmit");

    /** The rights that an owner can give. */
    public static final ContainerRights CONTAINER_RIGHTS = new ContainerRights(
            Stream.concat(RIGHTS.stream(), Stream.of(SHARE)).toList(),
            READ,
            Set.of(READ),
            Set.of(ADD),
            SHARE,
            Set.of(MailCapability.URN, MailV2Capability.URN),
            Optional.of("urn:ietf:params:jmap:principals"));

    /** Returns the mailboxes that the caller sees in an account. */
    public static VisibleContainers of(AccessibleAccount reach) {
        return reach.seesAll(MailCapability.URN)
                ? ALL
                : new VisibleContainers(
                        Optional.of(reach.containers(Mailbox.TYPE)), reach.containers(LabelsCapability.TYPE));
    }

    /** Returns whether the caller sees all mailboxes and labels. */
    public boolean isAll() {
        return shared.isEmpty();
    }

    /** Returns whether the caller sees a mailbox. */
    public boolean contains(long mailbox) {
        return shared.isEmpty() || shared.get().containsKey(mailbox);
    }

    /** Returns the numbers of the visible mailboxes. Must not be called if all mailboxes are visible. */
    public Set<Long> mailboxes() {
        return shared.orElseThrow().keySet();
    }

    /** Returns whether the caller sees a label. */
    public boolean containsLabel(long label) {
        return isAll() || labels.containsKey(label);
    }

    /** Returns those of the labels that are visible. */
    public Set<Long> labelsAmong(Set<Long> some) {
        return isAll() ? some : some.stream().filter(this::containsLabel).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns whether the caller may put labels on emails and remove them. */
    public boolean mayWrite(Collection<Long> some) {
        return isAll()
                || some.stream()
                        .allMatch(label -> Optional.ofNullable(labels.get(label))
                                .filter(container -> container.rights().contains(WRITE_LABEL))
                                .isPresent());
    }

    /** Returns those of the mailboxes that are visible. */
    public Set<Long> among(Set<Long> mailboxes) {
        return isAll() ? mailboxes : mailboxes.stream().filter(this::contains).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns those of the mailboxes that are not visible. */
    public Set<Long> hiddenAmong(Collection<Long> mailboxes) {
        Set<Long> hidden = new HashSet<>(mailboxes);
        hidden.removeIf(this::contains);
        return hidden;
    }

    /** Returns whether the caller has a right in all of the mailboxes. */
    public boolean may(Collection<Long> mailboxes, String right) {
        return shared.isEmpty()
                || mailboxes.stream()
                        .allMatch(mailbox -> Optional.ofNullable(shared.get().get(mailbox))
                                .filter(container -> container.rights().contains(right))
                                .isPresent());
    }

    /** Returns these mailboxes with a new mailbox, in which the caller has the rights as in its parent. */
    public VisibleContainers withChild(long mailbox, long parent) {
        if (shared.isEmpty()) {
            return this;
        }
        Map<Long, SharedContainer> all = new HashMap<>(shared.get());
        all.put(mailbox, Objects.requireNonNull(all.get(parent)));
        return new VisibleContainers(Optional.of(all), labels);
    }

    /** Returns which emails and threads the caller may see. */
    public Visibility visibility() {
        if (isAll()) {
            return new Visibility.All();
        }
        Set<Long> containers = new HashSet<>(mailboxes());
        containers.addAll(labels.keySet());
        return new Visibility.InContainers(containers);
    }

    /** Returns those of the emails that are in a visible mailbox, or have a visible label. */
    public Set<Long> emails(Sql sql, Collection<Long> emails) {
        return VisibleEmails.among(sql, visibility(), emails);
    }

    /**
     * Returns the visible ones of the mailboxes as the caller sees them: a parent that is not visible is left out, and
     * an unread thread of a mailbox is one with an unread email in this mailbox (RFC 8621 §2 leaves this open), because
     * other emails of the thread may be in mailboxes that are not visible.
     *
     * @param unreadThreads whether to count the unread threads, which can read all emails of a mailbox
     */
    public List<Mailbox> seen(Sql sql, List<Mailbox> all, boolean unreadThreads) {
        return isAll()
                ? all
                : all.stream()
                        .filter(mailbox -> contains(mailbox.n()))
                        .map(mailbox -> seen(
                                mailbox,
                                unreadThreads && mailbox.counts().unread() > 0 ? unreadThreads(sql, mailbox) : 0))
                        .toList();
    }

    private Mailbox seen(Mailbox mailbox, int unreadThreads) {
        Mailbox.Properties core = mailbox.core();
        Counts counts = mailbox.counts();
        return new Mailbox(
                mailbox.n(),
                new Mailbox.Properties(
                        core.name(),
                        contains(core.parent()) ? core.parent() : Mailbox.TOP,
                        core.role(),
                        core.sort(),
                        core.subscribed()),
                new Counts(counts.emails(), counts.unread(), counts.threads(), unreadThreads));
    }

    /** Counts the unread threads along the shorter list: the unread emails of the account, or those of the mailbox. */
    private static int unreadThreads(Sql sql, Mailbox mailbox) {
        return KeywordDictionaryRows.emails(sql, Flags.UNSEEN_WORD)
                        < mailbox.counts().emails()
                ? (int) sql.number(
                        "select count(distinct e.thread) from keyword k join in_mailbox i"
                                + " on i.account = :account and i.n = k.n and i.mailbox = ? join email e"
                                + " on e.account = :account and e.n = k.n"
                                + " where k.account = :account and k.word = ? and e.flags & 3 = 0",
                        mailbox.n(),
                        Flags.UNSEEN_WORD)
                : (int) sql.number(
                        "select count(distinct e.thread) from in_mailbox i join email e"
                                + " on e.account = :account and e.n = i.n"
                                + " where i.account = :account and i.mailbox = ? and e.flags & 3 = 0",
                        mailbox.n());
    }
}
