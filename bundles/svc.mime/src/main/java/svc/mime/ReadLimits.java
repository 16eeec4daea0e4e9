package svc.mime;

/**
 * What is read of a message as structure; what lies beyond is one opaque part of the type application/octet-stream, never an
 * error.
 *
 * @param depth how many multiparts and messages may be nested
 * @param parts how many parts there may be
 * @param header how many bytes the header of a part may have
 * @param headers how many bytes all headers together may have
 */
public record ReadLimits(int depth, int parts, int header, int headers) {

    /** What real messages never reach. JSON nests twice for a part within a part, and has a limit of its own: hence the depth. */
    public static final ReadLimits USUAL = new ReadLimits(40, 1_000, 262_144, 1_048_576);
}
