package svc.delivery;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Page;
import svc.api.operation.Paged;
import svc.api.store.ObjectId;
import svc.delivery.PostingRows.Head;
import svc.delivery.PostingRows.Leg;

/** What operators see of the queue, and do to it. Any thread. */
@Component(service = QueueBook.class)
public final class QueueBook {

    private final DurableQueue queue;
    private final Directory directory;

    /** Of this queue. */
    @Activate
    public QueueBook(@Reference DurableQueue queue, @Reference Directory directory) {
        this.queue = queue;
        this.directory = directory;
    }

    Page<QueuedView> list(Paged part) {
        int most = part.most();
        long after = part.after(DurableQueue.LETTER);
        List<Head> heads = queue.read(sql -> PostingRows.after(sql, after, most + 1));
        long total = queue.read(PostingRows::count);
        Map<Long, QueuedView> views = views(heads);
        return Page.of(heads, most, total, head -> ObjectId.text(DurableQueue.LETTER, head.n()))
                .map(head -> requireNonNull(views.get(head.n())));
    }

    QueuedView known(String id) {
        return find(id).orElseThrow(() -> unknown(id));
    }

    private Optional<QueuedView> find(String id) {
        OptionalLong n = ObjectId.number(DurableQueue.LETTER, id);
        return n.isEmpty()
                ? Optional.empty()
                : queue.read(sql -> PostingRows.any(sql, n.getAsLong()))
                        .map(head -> requireNonNull(views(List.of(head)).get(head.n())));
    }

    private Map<Long, QueuedView> views(List<Head> heads) {
        Map<Long, List<Leg>> legs =
                queue
                        .read(sql -> PostingRows.legs(
                                sql, heads.stream().map(Head::n).toList()))
                        .stream()
                        .collect(Collectors.groupingBy(Leg::posting));
        Map<Long, QueuedView> views = new HashMap<>();
        for (Head head : heads) {
            String tenant = directory.accounts(head.account() - 1, 1).stream()
                    .filter(one -> one.n() == head.account())
                    .map(Account::organization)
                    .findFirst()
                    .orElse(null);
            views.put(head.n(), QueuedView.of(head, tenant, legs.getOrDefault(head.n(), List.of())));
        }
        return views;
    }

    Flushed.Dropped drop(String id) {
        OptionalLong n = ObjectId.number(DurableQueue.LETTER, id);
        if (n.isEmpty() || !queue.discard(n.getAsLong())) {
            throw unknown(id);
        }
        return new Flushed.Dropped(1);
    }

    /** As it stands before it is tried: how it fares then, the next look tells. */
    QueuedView retry(String id) {
        QueuedView before = known(id);
        queue.hurry(ObjectId.number(DurableQueue.LETTER, id).orElseThrow());
        return before;
    }

    Flushed flush() {
        return new Flushed(queue.hurry(0));
    }

    private static OperationProblem unknown(String id) {
        return new OperationProblem(
                Reason.NOT_FOUND,
                "There is no message " + id + " in the queue. It may have come to its recipients: see the list.");
    }
}
