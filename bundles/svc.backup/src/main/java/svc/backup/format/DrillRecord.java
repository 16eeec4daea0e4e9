package svc.backup.format;

import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The record of a restore that was rehearsed.
 *
 * @param run the id of the run that was restored
 * @param time when the rehearsal ended
 * @param problem why it failed; absent if it was successful
 */
public record DrillRecord(
        String run, Instant time, @Nullable String problem) {

    /** Stores the record, unless the repository has it. */
    public void write(Repository repository) throws IOException {
        repository.write(Layout.DRILLS + Layout.timed(time, 1), this);
    }

    /**
     * Reads a record.
     *
     * @throws DamagedObjectException the object is missing, was changed or is malformed
     */
    public static DrillRecord read(Repository repository, String name) throws IOException {
        return repository.read(name, DrillRecord.class);
    }
}
