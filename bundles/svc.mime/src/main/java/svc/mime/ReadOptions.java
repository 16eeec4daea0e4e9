package svc.mime;

/**
 * Results that a read computes besides the structure.
 *
 * @param hashes whether to compute the SHA-256 of each part
 * @param text the number of bytes of decoded text to keep for each part, for {@link Preview} and {@link MessageText};
 *     all parts together keep at most four times this number
 */
public record ReadOptions(boolean hashes, int text) {

    /** Structure only. */
    public static final ReadOptions STRUCTURE = new ReadOptions(false, 0);

    /** The results that are needed when a message arrives. */
    public static final ReadOptions ARRIVAL = new ReadOptions(true, 262_144);
}
