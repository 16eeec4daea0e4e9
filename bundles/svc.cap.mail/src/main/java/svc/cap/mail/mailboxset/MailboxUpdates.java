package svc.cap.mail.mailboxset;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.PatchObject;
import svc.api.jmap.SetError;
import svc.api.jmap.type.SetBatch;
import svc.api.store.Transaction;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.Mailbox.Properties;
import svc.cap.mail.mailbox.MailboxProperty;
import svc.cap.mail.mailbox.MailboxRows;
import svc.cap.mail.mailbox.MailboxTree;
import svc.cap.mail.mailbox.MailboxValidation;
import svc.cap.mail.mailbox.MailboxView;
import svc.cap.mail.mailbox.SubscriptionRows;

/**
 * Applies the updates of one {@code Mailbox/set} (RFC 8621 §2.5). Updates can exchange names and roles between
 * mailboxes. Not thread-safe.
 */
final class MailboxUpdates {

    private final Transaction tx;
    private final Map<Long, Mailbox> before;
    private final MailboxTree tree;
    private final SharedMailboxRights rights;
    private final MailboxView view;
    private final long user;

    MailboxUpdates(Transaction tx, Map<Long, Mailbox> before, MailboxTree tree, SharedMailboxRights rights, long user) {
        this.tx = tx;
        this.before = before;
        this.tree = tree;
        this.rights = rights;
        this.view = rights.view();
        this.user = user;
    }

    /**
     * A planned update.
     *
     * @param was the stored properties
     * @param seen the properties as the caller sees them, with the subscription of the caller
     * @param wanted the properties that the caller requests
     */
    private record Plan(
            SetBatch.Update update,
            Properties was,
            Properties seen,
            Properties wanted,
            Map<MailboxProperty, @Nullable Object> given) {

        long n() {
            return update.n();
        }
    }

    /** Applies an update. Throws a {@link SetError} if the update is invalid in the current state of the tree. */
    void update(SetBatch.Update update) {
        Plan plan = plan(update);
        rights.check(tree, plan.n(), plan.wanted());
        apply(plan);
    }

    private Plan plan(SetBatch.Update update) {
        if (!before.containsKey(update.n())) {
            throw SetError.notFound();
        }
        Properties was = tree.core(update.n()).orElseThrow(SetError::notFound);
        Map<MailboxProperty, @Nullable Object> given = rights.checkUpdate(
                update.n(),
                was,
                MailboxSet.members(PatchObject.of(update.patch()).whole()));
        boolean subscribed = view.own() ? was.subscribed() : view.subscribed().contains(update.n());
        Properties seen = new Properties(was.name(), was.parent(), was.role(), was.sort(), subscribed);
        Properties wanted = MailboxValidation.validated(seen, given);
        if (was.role().equals(Optional.of(MailboxValidation.INBOX))
                && !wanted.role().equals(was.role())) {
            throw SetError.invalidProperty(
                    "role", "The role inbox cannot be removed: incoming mail is stored in this mailbox.");
        }
        rights.checkPlace(was, wanted);
        return new Plan(update, was, seen, wanted, given);
    }

    private void apply(Plan plan) {
        Properties wanted = plan.wanted();
        Properties after = view.own()
                ? wanted
                : new Properties(
                        wanted.name(),
                        wanted.parent(),
                        wanted.role(),
                        wanted.sort(),
                        plan.was().subscribed());
        if (!view.own()) {
            SubscriptionRows.set(tx.sql(), plan.n(), user, wanted.subscribed());
        }
        if (!wanted.equals(plan.seen())) {
            MailboxRows.update(tx.sql(), plan.n(), after);
            tree.put(plan.n(), after);
            tx.logUpdated(Mailbox.TYPE, plan.n(), Mailbox.CORE);
        }
        Object name = plan.given().get(MailboxProperty.NAME);
        boolean other = name != null && !name.equals(after.name());
        plan.update()
                .updated(
                        other ? Map.of(MailboxProperty.NAME.word(), after.name()) : Map.of(),
                        plan.given().keySet().stream()
                                .map(MailboxProperty::word)
                                .collect(Collectors.toSet()));
    }

    /**
     * Applies updates that wait for each other in a circle: each mailbox takes the name or role that the next mailbox
     * gives up. Returns the applied updates.
     */
    List<SetBatch.Update> cycles(List<SetBatch.Update> pending) {
        Map<Long, Plan> plans = new LinkedHashMap<>();
        pending.forEach(update -> planned(update).ifPresent(plan -> plans.put(update.n(), plan)));
        Map<Long, Long> next = new LinkedHashMap<>();
        plans.forEach((n, plan) -> tree.sameRoleMailbox(n, plan.wanted())
                .filter(plans::containsKey)
                .ifPresent(other -> next.put(n, other)));
        List<SetBatch.Update> made = new ArrayList<>();
        for (Long begin : plans.keySet()) {
            List<Plan> cycle = cycle(begin, next).stream()
                    .map(n -> requireNonNull(plans.get(n)))
                    .toList();
            if (!cycle.isEmpty() && isValid(cycle)) {
                clearNames(cycle);
                cycle.forEach(this::apply);
                cycle.forEach(plan -> made.add(plan.update()));
            }
            cycle.forEach(plan -> next.remove(plan.n()));
        }
        return made;
    }

    /** Returns the plan of an update, or empty if the update is invalid on its own. */
    private Optional<Plan> planned(SetBatch.Update update) {
        try {
            return Optional.of(plan(update));
        } catch (SetError e) {
            return Optional.empty();
        }
    }

    /**
     * Starts at a mailbox and follows the mailboxes that wait for each other. Returns these mailboxes if they form a
     * circle through the first mailbox, otherwise an empty set.
     */
    private static Set<Long> cycle(long begin, Map<Long, Long> next) {
        Set<Long> ancestors = new LinkedHashSet<>();
        Long at = begin;
        while (at != null && ancestors.add(at)) {
            at = next.get(at);
        }
        return at != null && at == begin ? ancestors : Set.of();
    }

    /** Returns whether all mailboxes are valid after the updates. Leaves the tree unchanged. */
    private boolean isValid(List<Plan> cycle) {
        try {
            cycle.forEach(plan -> tree.reserved(plan.n(), plan.wanted()));
            cycle.forEach(plan -> tree.put(plan.n(), plan.wanted()));
            cycle.forEach(plan -> tree.check(plan.n(), plan.wanted()));
            return true;
        } catch (SetError e) {
            return false;
        } finally {
            cycle.forEach(plan -> tree.put(plan.n(), plan.was()));
        }
    }

    /**
     * Removes the roles of the mailboxes, and gives the mailboxes temporary names that no client can set. This is
     * necessary because two mailboxes must not have the same name or role at any moment.
     */
    private void clearNames(List<Plan> cycle) {
        for (Plan plan : cycle) {
            Properties was = plan.was();
            MailboxRows.update(
                    tx.sql(),
                    plan.n(),
                    new Properties("\u0001" + plan.n(), was.parent(), Optional.empty(), was.sort(), was.subscribed()));
        }
    }
}
