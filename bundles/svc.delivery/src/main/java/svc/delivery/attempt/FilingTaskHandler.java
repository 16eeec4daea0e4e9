package svc.delivery.attempt;

import java.io.IOException;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.OverQuotaException;
import svc.api.delivery.DeliveryStatus.State;
import svc.api.identity.Account;
import svc.api.job.CrossAccountTaskHandler;
import svc.api.job.CrossAccountTasks;
import svc.api.job.JobLane;
import svc.api.store.Transaction;
import svc.delivery.attempt.DeliveryRecorder.PendingDelivery;
import svc.delivery.filing.DeliveryResult;
import svc.delivery.filing.DeliveryResult.Deliverable;
import svc.delivery.filing.DeliveryResult.Failure;
import svc.delivery.filing.Destination.Local;
import svc.delivery.filing.LocalDelivery;
import svc.delivery.filing.Recipients;

/**
 * Files a notification in the account of its recipient. In the same transaction, this account leaves a task for the
 * sending account, which records the result. Thread-safe.
 */
@Component
public final class FilingTaskHandler implements CrossAccountTaskHandler {

    static final String NAME = "svc.delivery.file";
    static final JobLane LANE = new JobLane("svc.delivery", 4);

    private final DeliveryRecorder recorder;
    private final Recipients recipients;
    private final QueuedPreparation preparation;
    private final LocalDelivery local;
    private final CrossAccountTasks tasks;

    @Activate
    public FilingTaskHandler(
            @Reference DeliveryRecorder recorder,
            @Reference Recipients recipients,
            @Reference QueuedPreparation preparation,
            @Reference LocalDelivery local,
            @Reference CrossAccountTasks tasks) {
        this.recorder = recorder;
        this.recipients = recipients;
        this.preparation = preparation;
        this.local = local;
        this.tasks = tasks;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<String> capability() {
        return Optional.empty();
    }

    @Override
    public boolean crossesTenants() {
        return true;
    }

    @Override
    public JobLane lane() {
        return LANE;
    }

    @Override
    public Effect prepare(Task task) throws IOException {
        DeliveryTask body = DeliveryTask.of(task.body());
        Optional<PendingDelivery> delivery = recorder.find(body.posting(), body.i());
        if (delivery.isEmpty()) { // removed from the queue
            return tx -> {};
        }
        DeliveryResult prepared = prepare(task.target(), delivery.get());
        return tx -> tasks.add(
                tx,
                ResultTaskHandler.NAME,
                task.source(),
                file(tx, body, prepared).bytes());
    }

    /** Prepares the delivery to the account of the task. The address may lead elsewhere by now. */
    private DeliveryResult prepare(Account target, PendingDelivery delivery) throws IOException {
        return recipients.find(delivery.recipient().address()) instanceof Local to
                        && to.account().n() == target.n()
                ? preparation.prepare(to, delivery)
                : new Failure(Recipients.UNKNOWN);
    }

    private DeliveryTask file(Transaction tx, DeliveryTask body, DeliveryResult prepared) {
        if (prepared instanceof Failure failure) {
            State state = failure.reply().isTransient() ? State.WAITING : State.FAILED;
            return body.with(state, failure.reply().toString());
        }
        try {
            return body.with(
                    State.DELIVERED,
                    tx.withSavepoint(() -> local.file(tx, (Deliverable) prepared))
                            .toString());
        } catch (OverQuotaException e) {
            return body.with(State.FAILED, LocalDelivery.OVER_QUOTA.toString());
        }
    }
}
