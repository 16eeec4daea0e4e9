package svc.proto.imap.command;

import java.time.OffsetDateTime;
import java.util.Optional;
import svc.proto.imap.name.MessageFlags;

/**
 * A message of APPEND or REPLACE without its octets.
 *
 * @param flags its flags
 * @param date its internal date
 * @param size its size in octets
 * @param form how the client announced it
 */
public record AppendMessage(MessageFlags flags, Optional<OffsetDateTime> date, long size, Form form) {

    /** The form of a message in APPEND. */
    public enum Form {
        /** A literal. */
        LITERAL,
        /** A literal8, which may contain NUL (RFC 3516 §4.4). */
        BINARY,
        /** A literal8 in {@code UTF8 (…)}: the header may contain UTF-8 (RFC 6855 §4). */
        UTF8
    }
}
