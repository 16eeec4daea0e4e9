package svc.mime;

/**
 * What is taken along while a message is read.
 *
 * @param hashes whether the SHA-256 of each part is wanted
 * @param text how many bytes of decoded text of a part are kept, for {@link Preview} and {@link MessageText}; four times as
 *     many of all parts together
 */
public record Intake(boolean hashes, int text) {

    /** The structure alone. */
    public static final Intake STRUCTURE = new Intake(false, 0);

    /** All that the arrival of a message needs. */
    public static final Intake ARRIVAL = new Intake(true, 262_144);
}
