package svc.backup.format;

import java.io.Serial;

/** Thrown if an object of a repository is missing, or does not have the content that was written. */
public final class DamagedObjectException extends BackupException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String object;
    private final String problem;

    /**
     * Creates the exception.
     *
     * @param object the name of the object
     * @param problem what is wrong, without the name of the object
     */
    public DamagedObjectException(String object, String problem) {
        super("The object " + object + " of the repository " + problem + ".");
        this.object = object;
        this.problem = problem;
    }

    /** Returns the name of the object. */
    public String object() {
        return object;
    }

    /** Returns what is wrong, without the name of the object. */
    public String problem() {
        return problem;
    }
}
