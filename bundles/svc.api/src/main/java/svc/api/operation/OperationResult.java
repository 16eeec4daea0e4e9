package svc.api.operation;

/**
 * The result of an operation with an exit code or a note.
 *
 * @param value a record, or a {@code List} of records
 * @param exitCode the exit code of the command
 * @param note a line for people that is printed below the result, such as a total; empty for none
 * @param <R> the type of the value
 */
public record OperationResult<R>(R value, int exitCode, String note) {

    /** Returns a result with exit code 0 and without a note. */
    public static <R> OperationResult<R> of(R value) {
        return new OperationResult<>(value, 0, "");
    }
}
