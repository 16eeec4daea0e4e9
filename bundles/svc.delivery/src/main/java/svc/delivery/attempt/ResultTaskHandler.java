package svc.delivery.attempt;

import java.io.IOException;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.job.CrossAccountTaskHandler;
import svc.api.job.JobLane;
import svc.delivery.attempt.DeliveryRecorder.PendingDelivery;
import svc.delivery.attempt.DeliveryRecorder.Recording;

/** Records in the sending account how a notification was delivered. Thread-safe. */
@Component
public final class ResultTaskHandler implements CrossAccountTaskHandler {

    static final String NAME = "svc.delivery.result";

    private final DeliveryRecorder recorder;

    @Activate
    public ResultTaskHandler(@Reference DeliveryRecorder recorder) {
        this.recorder = recorder;
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
        return FilingTaskHandler.LANE;
    }

    @Override
    public Effect prepare(Task task) throws IOException {
        DeliveryTask result = DeliveryTask.of(task.body());
        Optional<PendingDelivery> delivery = recorder.find(result.posting(), result.i());
        if (delivery.isEmpty()) {
            return tx -> {};
        }
        return switch (result.state()) {
            case DELIVERED, RELAYED -> delivered(delivery.get(), result.reply());
            case WAITING -> recorder.deferred(delivery.get(), result.reply());
            case FAILED -> recorder.failed(delivery.get(), result.reply());
        };
    }

    private Effect delivered(PendingDelivery delivery, String reply) throws IOException {
        Recording recording = recorder.delivered(delivery);
        return tx -> recording.apply(tx, reply);
    }
}
