package svc.cap.principals;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.ShareNotifications;
import svc.api.jmap.RecordRepositories;
import svc.api.jmap.RecordRepository;
import svc.api.job.CrossAccountTaskHandler;
import svc.api.job.CrossAccountTasks;
import svc.api.json.Json;
import svc.api.store.ObjectId;
import svc.api.store.Transaction;
import svc.cap.principals.ShareNotification.Entity;

/**
 * Hands share notifications over to the accounts of their recipients. An account keeps only its newest notifications
 * (RFC 9670 §3). Thread-safe.
 */
@Component
public final class ShareNotificationTasks implements ShareNotifications, CrossAccountTaskHandler {

    /** The maximum number of notifications of an account. */
    static final int MOST = 500;

    private static final String NAME = "svc.cap.principals.share-notification";

    private final CrossAccountTasks tasks;
    private final RecordRepositories records;
    private final Json.Binding binding;

    @Activate
    public ShareNotificationTasks(
            @Reference CrossAccountTasks tasks, @Reference RecordRepositories records, @Reference Json json) {
        this.tasks = tasks;
        this.records = records;
        this.binding = json.binding(Json.Names.EXACT);
    }

    /** The body of a task. */
    record Body(
            Entity changedBy,
            String objectType,
            String objectId,
            @Nullable Map<String, Boolean> oldRights,
            @Nullable Map<String, Boolean> newRights,
            String name) {

        static Body of(RightsChange change) {
            Account account = change.changedBy();
            Entity by = account == null
                    ? new Entity("Administrator", null, null)
                    : new Entity(account.name(), account.email(), account.id());
            return new Body(
                    by, change.objectType(), change.objectId(), change.oldRights(), change.newRights(), change.name());
        }
    }

    @Override
    public void add(Transaction tx, long account, RightsChange change) {
        if (account != tx.scope().n() && !Objects.equals(change.oldRights(), change.newRights())) {
            byte[] body = binding.text(Body.of(change)).getBytes(StandardCharsets.UTF_8);
            tasks.add(tx, NAME, account, body);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    /** Returns an empty value: while the capability is switched off for a tenant, notifications are stored, too. */
    @Override
    public Optional<String> capability() {
        return Optional.empty();
    }

    @Override
    public Effect prepare(Task task) {
        String text = new String(task.body(), StandardCharsets.UTF_8);
        Body body = binding.convert(binding.read(text), Body.class);
        ShareNotification notification = new ShareNotification(
                task.addedAt(),
                body.changedBy(),
                body.objectType(),
                AccessibleAccount.sharedId(task.source()),
                body.objectId(),
                body.oldRights(),
                body.newRights(),
                body.name());
        RecordRepository<ShareNotification> repository = records.of(ShareNotification.class);
        return tx -> {
            repository.create(tx, notification);
            int excess = tx.count(ShareNotificationType.NAME) - MOST;
            for (long oldest : excess > 0 ? tx.numbers(ShareNotificationType.NAME, 0, excess) : new long[0]) {
                repository.destroy(tx, ObjectId.format(ShareNotificationType.LETTER, oldest));
            }
        };
    }
}
