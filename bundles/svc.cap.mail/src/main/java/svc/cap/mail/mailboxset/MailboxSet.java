package svc.cap.mail.mailboxset;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.PatchObject;
import svc.api.jmap.SetError;
import svc.api.jmap.type.SetBatch;
import svc.api.store.Facets;
import svc.api.store.Transaction;
import svc.cap.mail.capability.DependentChanges;
import svc.cap.mail.mailbox.AnnotationRows;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.Mailbox.Properties;
import svc.cap.mail.mailbox.MailboxCountDeltas.Counts;
import svc.cap.mail.mailbox.MailboxProperty;
import svc.cap.mail.mailbox.MailboxRows;
import svc.cap.mail.mailbox.MailboxTree;
import svc.cap.mail.mailbox.MailboxValidation;
import svc.cap.mail.mailbox.MailboxView;
import svc.cap.mail.mailbox.SubscriptionRows;
import svc.cap.mail.write.ContainerWatch;
import svc.cap.mail.write.EmailWriter;

/** Applies one {@code Mailbox/set} (RFC 8621 §2.5). Not thread-safe. */
final class MailboxSet {

    /** Maximum number of mailboxes of an account. */
    static final int MOST = 5000;

    /** The defaults of a new mailbox. */
    static final Properties FRESH =
            new Properties("", Mailbox.TOP, Optional.empty(), MailboxValidation.AFTER_ROLES, true);

    private final Transaction tx;
    private final SetBatch batch;
    private final EmailWriter emailWriter;
    private final Map<Long, Mailbox> before;
    private final MailboxTree tree;
    private final MailboxView view;
    private final SharedMailboxRights rights;
    private final long user;

    MailboxSet(Transaction tx, SetBatch batch, EmailWriter emailWriter) {
        this.tx = tx;
        this.batch = batch;
        this.emailWriter = emailWriter;
        List<Mailbox> all = MailboxRows.all(tx.sql(), Integer.MAX_VALUE);
        this.before = all.stream().collect(Collectors.toMap(Mailbox::n, mailbox -> mailbox));
        this.tree = new MailboxTree(all);
        this.view = MailboxView.of(
                tx.sql(), batch.context().reach(), batch.context().caller(), true);
        this.rights = new SharedMailboxRights(view);
        this.user = batch.context().caller().account().n();
    }

    /** Applies the changes. Returns the previous trash if the role moved to another mailbox. */
    OptionalLong execute() {
        long trash = MailboxRows.trash(tx.sql());
        DependentChanges.applyAll(batch.creates(), this::create);
        MailboxUpdates updates = new MailboxUpdates(tx, before, tree, rights, user);
        DependentChanges.applyAll(batch.updates(), updates::update, updates::cycles);
        DependentChanges.applyAll(batch.destroys(), this::destroy);
        return trash == MailboxRows.trash(tx.sql()) ? OptionalLong.empty() : OptionalLong.of(trash);
    }

    private void create(SetBatch.Create create) {
        Map<MailboxProperty, @Nullable Object> given = created(create);
        Properties core = MailboxValidation.validated(FRESH, given);
        rights.checkCreate(core);
        rights.check(tree, 0, core);
        if (tree.size() >= MOST) {
            throw new SetError("overQuota", "An account can have at most " + MOST + " mailboxes.");
        }
        long n = tx.logCreated(Mailbox.TYPE, Facets.ALL);
        Properties kept =
                view.own() ? core : new Properties(core.name(), core.parent(), core.role(), core.sort(), false);
        MailboxRows.insert(tx.sql(), n, kept);
        if (!view.own()) {
            SubscriptionRows.set(tx.sql(), n, user, core.subscribed());
        }
        tree.put(n, core);
        Mailbox created = new Mailbox(n, core, Counts.NONE);
        MailboxView seen = new MailboxView(
                view.own(),
                view.changing(),
                core.subscribed() ? Set.of(n) : Set.of(),
                view.visible().withChild(n, core.parent()));
        Map<String, @Nullable Object> told = new HashMap<>();
        for (MailboxProperty property : MailboxProperty.values()) {
            Object value = seen.value(created, property);
            if (!given.containsKey(property) || !Objects.equals(given.get(property), value)) {
                told.put(property.word(), value);
            }
        }
        create.created(n, told);
    }

    /** Returns the values of a client by property. */
    static Map<MailboxProperty, @Nullable Object> members(Map<String, @Nullable Object> members) {
        Map<MailboxProperty, @Nullable Object> given = new EnumMap<>(MailboxProperty.class);
        members.forEach((name, value) -> given.put(MailboxProperty.of(name).orElseThrow(), value));
        return given;
    }

    /** Validates the properties of creates and updates, each property on its own. */
    static void validate(SetBatch batch) {
        batch.creates().forEach(create -> create.attempt(() -> MailboxValidation.validated(FRESH, created(create))));
        batch.updates()
                .forEach(update -> update.attempt(() -> MailboxValidation.validated(
                        FRESH, members(PatchObject.of(update.patch()).whole()))));
    }

    private static Map<MailboxProperty, @Nullable Object> created(SetBatch.Create create) {
        Map<MailboxProperty, @Nullable Object> given = members(create.properties());
        given.putIfAbsent(MailboxProperty.NAME, null);
        return given;
    }

    private void destroy(SetBatch.Destroy destroy) {
        Mailbox mailbox = existing(destroy.n());
        Properties core = tree.core(destroy.n()).orElseThrow(SetError::notFound);
        if (core.role().equals(Optional.of(MailboxValidation.INBOX))) {
            throw SetError.forbidden("The inbox cannot be destroyed: incoming mail is stored in it.");
        }
        boolean removes = mailbox.counts().emails() > 0 && batch.context().flag(MailboxSource.REMOVE_EMAILS);
        rights.checkDestroy(mailbox.n(), tree, removes);
        if (tree.hasChild(mailbox.n())) {
            throw new SetError("mailboxHasChild", "The mailbox has child mailboxes. Destroy or move them first.");
        }
        if (mailbox.counts().emails() > 0 && !removes) {
            throw new SetError(
                    "mailboxHasEmail", "The mailbox contains emails. Move them, or set onDestroyRemoveEmails.");
        }
        boolean more = true;
        while (more) { // New emails can have arrived since the mailbox was emptied.
            more = emailWriter.empty(tx, mailbox.n(), MailboxEmptying.PORTION);
        }
        MailboxRows.delete(tx.sql(), mailbox.n());
        SubscriptionRows.delete(tx.sql(), mailbox.n());
        AnnotationRows.delete(tx.sql(), mailbox.n());
        ContainerWatch.cancel(tx.sql(), mailbox.n());
        ContainerWatch.end(tx, mailbox.n());
        tree.remove(mailbox.n());
        tx.logDestroyed(Mailbox.TYPE, mailbox.n());
        destroy.destroyed();
    }

    private Mailbox existing(long n) {
        Mailbox mailbox = before.get(n);
        if (mailbox == null) {
            throw SetError.notFound();
        }
        return mailbox;
    }
}
