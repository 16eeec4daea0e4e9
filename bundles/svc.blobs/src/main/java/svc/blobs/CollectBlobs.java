package svc.blobs;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;
import svc.api.operation.StoreOperation;
import svc.blobs.Collector.Tally;

/** {@code svc blobs collect}. */
@Component(service = AdminOperation.class)
public final class CollectBlobs implements StoreOperation<NoArguments, CollectBlobs.Collected> {

    private final Collector collector;

    /** Does it here. */
    @Activate
    public CollectBlobs(@Reference Collector collector) {
        this.collector = collector;
    }

    /**
     * What was done.
     *
     * @param blobs how many were removed
     * @param rights how many accounts gave one up
     * @param undated how many stay because nobody can say how old they are
     */
    record Collected(long blobs, long rights, long undated) {}

    @Override
    public String noun() {
        return "blobs";
    }

    @Override
    public String verb() {
        return "collect";
    }

    @Override
    public String help() {
        return "Remove the blobs now that nothing refers to and nobody touched for a day";
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public Collected run(NoArguments arguments) {
        Tally tally = collector.loose().plus(collector.strays());
        return new Collected(tally.blobs(), tally.rights(), tally.undated());
    }
}
