package svc.proto.imap.name;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Mailbox names: paths of Unicode text with the delimiter {@code /}. The first level {@code INBOX} is the inbox, in upper
 * or lower case (RFC 9051 §5.1).
 */
public final class MailboxName {

    /** The hierarchy delimiter. */
    public static final char DELIMITER = '/';

    /** The name of the inbox. */
    public static final String INBOX = "INBOX";

    /** Stands for a slash in the name of one level, because mailboxes of JMAP may have a slash in their names. */
    private static final char DIVISION_SLASH = '\u2215';

    private MailboxName() {}

    /**
     * Decodes the name that a client sent.
     *
     * @param utf8 whether the connection has UTF-8 names: IMAP4rev2 or UTF8=ACCEPT is enabled; otherwise names are in
     *     modified UTF-7
     * @return the name, with {@code INBOX} in upper case; empty if the octets are not a name
     */
    public static Optional<String> decode(byte[] octets, boolean utf8) {
        return text(octets, utf8).map(MailboxName::normalized);
    }

    /** Decodes a mailbox pattern or reference that a client sent; empty if the octets are not text in this encoding. */
    public static Optional<String> text(byte[] octets, boolean utf8) {
        for (byte octet : octets) {
            if ((octet >= 0 && octet < ' ') || octet == 0x7f || (octet < 0 && !utf8)) {
                return Optional.empty();
            }
        }
        if (!utf8) {
            return ModifiedUtf7.decode(new String(octets, StandardCharsets.US_ASCII));
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** Returns the octets of a name for a client, as UTF-8 or as modified UTF-7. */
    public static byte[] encode(String name, boolean utf8) {
        return utf8
                ? name.getBytes(StandardCharsets.UTF_8)
                : ModifiedUtf7.encode(name).getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns a name with its first level in upper case if this is the inbox. */
    public static String normalized(String name) {
        boolean inbox = name.regionMatches(true, 0, INBOX, 0, INBOX.length())
                && (name.length() == INBOX.length() || name.charAt(INBOX.length()) == DELIMITER);
        return inbox ? INBOX + name.substring(INBOX.length()) : name;
    }

    /** Returns the name of a path. A slash inside the name of a level is shown as U+2215. */
    public static String ofPath(List<String> levels) {
        return levels.stream()
                .map(level -> level.replace(DELIMITER, DIVISION_SLASH))
                .collect(Collectors.joining("/"));
    }

    /**
     * Returns the levels of a name. U+2215 stays as it is: the mailbox with a slash in its name is found by comparing the
     * names that {@link #ofPath} returns.
     */
    public static List<String> levels(String name) {
        return Stream.of(name.split("/", -1)).toList();
    }

    /** Returns whether a mailbox can be created with this name: it has no empty level. A final slash is ignored. */
    public static boolean isCreatable(String name) {
        return levels(withoutFinalDelimiter(name)).stream().noneMatch(String::isBlank);
    }

    /** Returns a name without the delimiter with which CREATE announces children (RFC 9051 §6.3.4). */
    public static String withoutFinalDelimiter(String name) {
        return name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
    }
}
