package svc.api.restore;

import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * A backup that was restored.
 *
 * @param run the id of the run that made the backup
 * @param takenAt the time of the backup; what was stored later is lost
 * @param options the options that the operator chose
 * @param erased the ids of accounts that were erased after the backup
 */
public record RestoredBackup(String run, Instant takenAt, Set<String> options, List<String> erased) {

    /** The option to delete all app passwords. Otherwise those that were revoked after the backup are valid again. */
    public static final String REVOKE_APP_PASSWORDS = "revoke-app-passwords";

    /** Copies the collections. */
    public RestoredBackup {
        options = Set.copyOf(options);
        erased = List.copyOf(erased);
    }

    /** Returns whether an option is set. */
    public boolean has(String option) {
        return options.contains(option);
    }
}
