package svc.blobs.maintenance;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Directory;
import svc.api.job.StartedJob;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.blobs.maintenance.BlobGarbageCollector.Result;

/** The operations of {@code svc blobs} on stored blobs. */
@Component
public final class BlobOperations implements OperationGroup {

    private final BlobGarbageCollector collector;
    private final JobStarter jobs;
    private final Directory directory;

    @Activate
    public BlobOperations(
            @Reference BlobGarbageCollector collector, @Reference JobStarter jobs, @Reference Directory directory) {
        this.collector = collector;
        this.jobs = jobs;
        this.directory = directory;
    }

    /**
     * The result of a run of the garbage collector.
     *
     * @param blobs the number of removed blobs
     * @param rights the number of deleted rows, one per account and blob
     * @param undated the number of blobs kept because their age is unknown
     */
    record Collected(long blobs, long rights, long undated) {}

    @Operation(
            command = "blobs collect",
            help = "Remove the blobs that nothing refers to and that nothing has used for a day",
            needs = Needs.STORE)
    public Collected collect() {
        Result total = collector.all();
        return new Collected(total.blobs(), total.rights(), total.undated());
    }

    @Operation(
            command = "blobs scrub",
            help = "Start a job that reads all stored bytes; the doctor reports missing and damaged blobs")
    public StartedJob scrub() {
        return jobs.add(ScrubJob.NAME);
    }

    @Operation(
            command = "blobs reindex",
            help = "Start a job that rebuilds the index of message parts and counts the used bytes of accounts",
            routes = "POST /reindex-blobs 202")
    public StartedJob reindex(
            @Help("the id of an organization; all organizations if omitted") @Nullable String tenantId) {
        if (tenantId == null) {
            return jobs.add(ReindexJob.NAME);
        } else if (!directory.hasAccounts(tenantId)) {
            throw new OperationException(
                    Reason.NOT_FOUND,
                    "There is no organization " + tenantId + " with accounts. Take an id from svc tenant list.",
                    List.of(new FieldError("tenant_id", "is no id of an organization with accounts")));
        }
        return jobs.add(ReindexJob.NAME, tenantId);
    }
}
