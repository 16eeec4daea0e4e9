package svc.cap.mail;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetBatch;
import svc.api.jmap.SetError;
import svc.api.store.Facets;
import svc.api.store.Transaction;
import svc.cap.mail.CountMoves.Counts;
import svc.cap.mail.Mailbox.Core;

/** The changes of one {@code Mailbox/set} (RFC 8621 §2.5). For one thread. */
final class MailboxChanges {

    /** An account has so many mailboxes at most. */
    static final int MOST = 5000;

    /** One of which nothing is said yet. */
    static final Core FRESH = new Core("", Mailbox.TOP, Optional.empty(), 0, true);

    private final Transaction tx;
    private final SetBatch batch;
    private final Ledger ledger;
    private final Map<Long, Mailbox> before;
    private final MailboxTree tree;
    private final MailboxView view;
    private final long who;

    MailboxChanges(Transaction tx, SetBatch batch, Ledger ledger) {
        this.tx = tx;
        this.batch = batch;
        this.ledger = ledger;
        List<Mailbox> all = MailboxRows.all(tx.sql(), Integer.MAX_VALUE);
        this.before = all.stream().collect(Collectors.toMap(Mailbox::n, mailbox -> mailbox));
        this.tree = new MailboxTree(all);
        this.view = MailboxView.of(tx.sql(), batch.reach(), batch.caller(), true);
        this.who = batch.caller().account().n();
    }

    void make() {
        long trash = MailboxRows.trash(tx.sql());
        Attempts.untilNothingMoves(batch.creates(), this::create);
        Attempts.untilNothingMoves(batch.updates(), this::update);
        Attempts.untilNothingMoves(batch.destroys(), this::destroy);
        long after = MailboxRows.trash(tx.sql());
        if (trash != after) {
            new TrashMove(tx).from(trash, after);
        }
    }

    private void create(SetBatch.Create create) {
        Map<MailboxProperty, @Nullable Object> given = given(create.properties());
        for (MailboxProperty property : given.keySet()) {
            if (property.serverSet()) {
                throw SetError.invalidProperty(property.word(), "Only the server sets this.");
            }
        }
        given.putIfAbsent(MailboxProperty.NAME, null);
        Core core = MailboxRules.with(FRESH, given);
        tree.check(0, core);
        if (tree.size() >= MOST) {
            throw new SetError("overQuota", "An account has " + MOST + " mailboxes at most.");
        }
        long n = tx.created(Mailbox.TYPE, Facets.ALL);
        Core kept = view.own() ? core : new Core(core.name(), core.parent(), core.role(), core.sort(), false);
        MailboxRows.insert(tx.sql(), n, kept);
        if (!view.own()) {
            SubscriptionRows.set(tx.sql(), n, who, core.subscribed());
        }
        tree.put(n, core);
        Mailbox made = new Mailbox(n, core, Counts.NONE);
        MailboxView seen = new MailboxView(view.own(), view.changing(), core.subscribed() ? Set.of(n) : Set.of());
        Map<String, @Nullable Object> told = new HashMap<>();
        for (MailboxProperty property : MailboxProperty.values()) {
            Object value = seen.value(made, property);
            if (!given.containsKey(property) || !Objects.equals(given.get(property), value)) {
                told.put(property.word(), value);
            }
        }
        create.done(n, told);
    }

    private void update(SetBatch.Update update) {
        Mailbox mailbox = there(update.n());
        Core was = tree.core(update.n()).orElseThrow(SetError::notFound);
        Map<MailboxProperty, @Nullable Object> given = given(update.patch());
        refuseOthers(new Mailbox(mailbox.n(), was, mailbox.counts()), given);
        Core seen = new Core(
                was.name(),
                was.parent(),
                was.role(),
                was.sort(),
                view.own() ? was.subscribed() : view.subscribed().contains(mailbox.n()));
        Core wanted = MailboxRules.with(seen, given);
        if (was.role().equals(Optional.of(MailboxRules.INBOX)) && !wanted.role().equals(was.role())) {
            throw SetError.invalidProperty("role", "The inbox stays the inbox: mail has to arrive somewhere.");
        }
        tree.check(update.n(), wanted);
        Core after = view.own()
                ? wanted
                : new Core(wanted.name(), wanted.parent(), wanted.role(), wanted.sort(), was.subscribed());
        if (!view.own()) {
            SubscriptionRows.set(tx.sql(), mailbox.n(), who, wanted.subscribed());
        }
        if (!wanted.equals(seen)) {
            MailboxRows.update(tx.sql(), mailbox.n(), after);
            tree.put(mailbox.n(), after);
            tx.updated(Mailbox.TYPE, mailbox.n(), Mailbox.CORE);
        }
        Object name = given.get(MailboxProperty.NAME);
        boolean other = name != null && !name.equals(after.name());
        update.done(other ? Map.of(MailboxProperty.NAME.word(), after.name()) : Map.of(), given(given.keySet()));
    }

    private static Set<String> given(Set<MailboxProperty> properties) {
        return properties.stream()
                .filter(property -> !property.serverSet())
                .map(MailboxProperty::word)
                .collect(Collectors.toSet());
    }

    /** What only the server sets may be sent as it is (RFC 8620 §5.3). */
    private void refuseOthers(Mailbox mailbox, Map<MailboxProperty, @Nullable Object> given) {
        given.forEach((property, value) -> {
            if (property.serverSet() && !same(view.value(mailbox, property), value)) {
                throw SetError.invalidProperty(property.word(), "Only the server sets this.");
            }
        });
    }

    private static boolean same(@Nullable Object mine, @Nullable Object sent) {
        return (mine instanceof Long number && sent instanceof Number other)
                ? number.doubleValue() == other.doubleValue()
                : Objects.equals(mine, sent);
    }

    private static Map<MailboxProperty, @Nullable Object> given(Map<String, @Nullable Object> members) {
        Map<MailboxProperty, @Nullable Object> given = new EnumMap<>(MailboxProperty.class);
        members.forEach((name, value) -> {
            if (name.indexOf('/') >= 0) {
                throw new SetError("invalidPatch", "The properties of a mailbox are changed as a whole.");
            }
            given.put(
                    MailboxProperty.of(name)
                            .orElseThrow(
                                    () -> SetError.invalidProperty(name, "A mailbox has no property of this name.")),
                    value);
        });
        return given;
    }

    private void destroy(SetBatch.Destroy destroy) {
        Mailbox mailbox = there(destroy.n());
        Core core = tree.core(destroy.n()).orElseThrow(SetError::notFound);
        if (core.role().equals(Optional.of(MailboxRules.INBOX))) {
            throw SetError.forbidden("The inbox stays: mail has to arrive somewhere.");
        }
        if (tree.hasChild(mailbox.n())) {
            throw new SetError("mailboxHasChild", "Other mailboxes stand under this one. Destroy or move them first.");
        }
        if (mailbox.counts().emails() > 0 && !Boolean.TRUE.equals(batch.more().get(MailboxSource.REMOVE_EMAILS))) {
            throw new SetError(
                    "mailboxHasEmail", "There are messages in this mailbox. Move them, or say onDestroyRemoveEmails.");
        }
        ledger.empty(tx, mailbox.n());
        MailboxRows.delete(tx.sql(), mailbox.n());
        SubscriptionRows.delete(tx.sql(), mailbox.n());
        tree.remove(mailbox.n());
        tx.destroyed(Mailbox.TYPE, mailbox.n());
        destroy.done();
    }

    private Mailbox there(long n) {
        Mailbox mailbox = before.get(n);
        if (mailbox == null) {
            throw SetError.notFound();
        }
        return mailbox;
    }
}
