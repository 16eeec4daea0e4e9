package svc.mime;

/**
 * Limits on the structure that is parsed. A part beyond a limit becomes application/octet-stream; exceeding a limit is
 * never an error.
 *
 * @param depth the maximum nesting of multiparts and messages
 * @param parts the maximum number of parts
 * @param header the maximum number of bytes of one header
 * @param headers the maximum number of bytes of all headers together
 */
public record ReadLimits(int depth, int parts, int header, int headers) {

    /**
     * Limits that real messages do not reach. The depth follows from the limit on JSON nesting: a nested part adds two
     * levels of JSON.
     */
    public static final ReadLimits USUAL = new ReadLimits(40, 1_000, 262_144, 1_048_576);
}
