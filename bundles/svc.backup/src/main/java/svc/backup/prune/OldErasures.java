package svc.backup.prune;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import svc.backup.format.ErasureRecord;
import svc.backup.format.Layout;
import svc.backup.format.Repository;

/** Removes the records of erased accounts that no run contains any more. */
final class OldErasures {

    /** The time of a run is later than the moment of its image by the time that the image takes. */
    private static final Duration MARGIN = Duration.ofDays(1);

    private OldErasures() {}

    static void remove(Repository repository) throws IOException {
        Instant oldest = Instant.MAX;
        for (String run : repository.runs()) {
            Instant time = repository.manifest(run).time();
            oldest = time.isBefore(oldest) ? time : oldest;
        }
        if (oldest.equals(Instant.MAX)) {
            return;
        }
        for (ErasureRecord erased : ErasureRecord.all(repository)) {
            if (erased.time().isBefore(oldest.minus(MARGIN))) {
                repository.target().delete(Layout.ERASED + erased.account());
            }
        }
    }
}
