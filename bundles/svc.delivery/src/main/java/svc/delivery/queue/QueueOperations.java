package svc.delivery.queue;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.AddressResolution;
import svc.api.identity.Directory;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Page;
import svc.api.operation.PageRequest;
import svc.api.operation.Positional;
import svc.api.store.ObjectId;

/** The operations {@code svc queue}. */
@Component
public final class QueueOperations implements OperationGroup {

    private static final String ID = "the id of the message in the queue";
    private static final String DOMAIN = "the domain of the recipients";
    private static final int LONGEST_DOMAIN = 253;

    private final DurableQueue queue;
    private final Directory directory;
    private final HeldDomains held;
    private final BounceLimit bounces;

    @Activate
    public QueueOperations(
            @Reference DurableQueue queue,
            @Reference Directory directory,
            @Reference HeldDomains held,
            @Reference BounceLimit bounces) {
        this.queue = queue;
        this.directory = directory;
        this.held = held;
        this.bounces = bounces;
    }

    /** A domain to which no messages are sent. */
    public record Held(String domain) {}

    /** A domain to which messages are sent again, and the number of its recipients that are due. */
    public record Released(String domain, int due) {}

    /** An account that can send, and whether it was stopped. */
    public record Resumed(String account, boolean wasStopped) {}

    /** The number of recipients that are retried. */
    public record Flushed(int flushed) {}

    /** The number of removed messages. */
    public record Removed(int removed) {}

    @Operation(
            command = "queue list",
            help = "List the queued messages with their recipients and the last error of each",
            routes = "GET /queue",
            needs = Needs.STORE)
    public Page<QueuedView> list(PageRequest page) {
        int max = page.checkedLimit();
        long after = page.cursorNumber(DurableQueue.LETTER);
        List<QueueEntry> heads = queue.read(sql -> QueueRows.after(sql, after, max + 1));
        long total = queue.read(QueueRows::count);
        Map<Long, QueuedView> views = views(heads);
        return Page.of(heads, max, total, head -> ObjectId.format(DurableQueue.LETTER, head.n()))
                .map(head -> requireNonNull(views.get(head.n())));
    }

    @Operation(command = "queue show", help = "Show a queued message", routes = "GET /queue/{id}", needs = Needs.STORE)
    public QueuedView show(@Positional @Help(ID) String id) {
        return find(id).orElseThrow(() -> unknown(id));
    }

    private Optional<QueuedView> find(String id) {
        OptionalLong n = ObjectId.parse(DurableQueue.LETTER, id);
        return n.isEmpty()
                ? Optional.empty()
                : queue.read(sql -> QueueRows.find(sql, n.getAsLong()))
                        .map(head -> requireNonNull(views(List.of(head)).get(head.n())));
    }

    private Map<Long, QueuedView> views(List<QueueEntry> heads) {
        Map<Long, List<QueuedRecipient>> recipients =
                queue
                        .read(sql -> QueueRows.recipients(
                                sql, heads.stream().map(QueueEntry::n).toList()))
                        .stream()
                        .collect(Collectors.groupingBy(QueuedRecipient::posting));
        Set<String> domains = held.all();
        Map<Long, QueuedView> views = new HashMap<>();
        for (QueueEntry head : heads) {
            String tenant =
                    directory.account(head.account()).map(Account::organization).orElse(null);
            views.put(head.n(), QueuedView.of(head, tenant, recipients.getOrDefault(head.n(), List.of()), domains));
        }
        return views;
    }

    @Operation(
            command = "queue remove",
            help = "Remove a message from the queue: its recipients do not get it, and its sender gets no report",
            routes = "DELETE /queue/{id} 204",
            needs = Needs.STORE)
    public Removed remove(@Positional @Help(ID) String id) {
        OptionalLong n = ObjectId.parse(DurableQueue.LETTER, id);
        if (n.isEmpty() || !queue.discard(n.getAsLong())) {
            throw unknown(id);
        }
        return new Removed(1);
    }

    /**
     * Makes a message due now. Returns the state before the attempt; a later request returns the result of the attempt.
     */
    @Operation(
            command = "queue retry",
            help = "Try to deliver a queued message now",
            routes = "POST /queue/{id}/retry 202",
            needs = Needs.STORE)
    public QueuedView retry(@Positional @Help(ID) String id) {
        QueuedView before = show(id);
        queue.makeDue(ObjectId.parse(DurableQueue.LETTER, id).orElseThrow());
        return before;
    }

    @Operation(
            command = "queue flush",
            help = "Try to deliver all queued messages now",
            routes = "POST /queue/flush 202",
            needs = Needs.STORE)
    public Flushed flush() {
        return new Flushed(queue.makeDue(0));
    }

    @Operation(
            command = "queue hold",
            help = "Send no messages to a domain of other servers until it is released",
            needs = Needs.STORE)
    public Held hold(@Help(DOMAIN) String domain) {
        String name = domain(domain);
        if (directory.tenantOfDomain(name).isPresent()) {
            throw new OperationException(
                    Reason.CONFLICT, name + " is a domain of this server. Only messages to other servers can be held.");
        }
        held.hold(name);
        return new Held(name);
    }

    @Operation(command = "queue release", help = "Send the held messages to a domain now", needs = Needs.STORE)
    public Released release(@Help(DOMAIN) String domain) {
        String name = domain(domain);
        OptionalInt due = held.release(name);
        if (due.isEmpty()) {
            throw new OperationException(Reason.NOT_FOUND, "No messages to " + name + " are held.");
        }
        return new Released(name, due.getAsInt());
    }

    @Operation(
            command = "queue resume",
            help = "Let an account send again that was stopped because other servers refused its recipients",
            needs = Needs.STORE)
    public Resumed resume(@Positional @Help("the address of the account") String account) {
        if (directory.resolve(account.strip()) instanceof AddressResolution.LocalAccount local) {
            return new Resumed(local.account().email(), bounces.resume(local.account()));
        }
        throw new OperationException(Reason.NOT_FOUND, "No account has the address " + account + ".");
    }

    /** Returns the domain in the form of the addresses in the queue. */
    private static String domain(String text) {
        String name = text.strip().toLowerCase(Locale.ROOT);
        if (name.isEmpty() || name.length() > LONGEST_DOMAIN || !name.chars().allMatch(c -> c > ' ' && c != '@')) {
            String what = "must be a domain such as example.net";
            throw new OperationException(
                    Reason.INVALID, "domain " + what + ".", List.of(new FieldError("domain", what)));
        }
        return name;
    }

    private static OperationException unknown(String id) {
        return new OperationException(
                Reason.NOT_FOUND,
                "There is no message " + id + " in the queue. It may have been delivered; see svc queue list.");
    }
}
