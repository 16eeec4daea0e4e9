package svc.proto.imap.command;

import java.util.Optional;

/** An item of FETCH. */
public sealed interface FetchItem {

    /** An item without parameters. */
    enum Simple implements FetchItem {
        /** BODY: the body structure without extension data. */
        BODY,
        /** BODYSTRUCTURE. */
        BODYSTRUCTURE,
        /** EMAILID (RFC 8474). */
        EMAILID,
        /** ENVELOPE. */
        ENVELOPE,
        /** FLAGS. */
        FLAGS,
        /** INTERNALDATE. */
        INTERNALDATE,
        /** MODSEQ (RFC 7162). */
        MODSEQ,
        /** RFC822.SIZE. */
        RFC822_SIZE,
        /** SAVEDATE (RFC 8514). */
        SAVEDATE,
        /** THREADID (RFC 8474). */
        THREADID,
        /** UID. */
        UID;

        /** Returns the name on the wire. */
        public String wireName() {
            return name().replace('_', '.');
        }
    }

    /**
     * BODY[…] or BODY.PEEK[…]; RFC822, RFC822.HEADER and RFC822.TEXT (RFC 3501 §6.4.5).
     *
     * @param section the section
     * @param peek whether the message stays unseen
     * @param range the octets of the section
     * @param name the name in the response, such as {@code BODY[1.MIME]<0>} or {@code RFC822}
     */
    record Body(BodySection section, boolean peek, Optional<OctetRange> range, String name) implements FetchItem {}

    /**
     * BINARY[…] or BINARY.PEEK[…] (RFC 3516).
     *
     * @param section the part; without parts for the message
     * @param peek whether the message stays unseen
     * @param range the octets of the decoded part
     * @param name the name in the response, such as {@code BINARY[1]<0>}
     */
    record Binary(BodySection section, boolean peek, Optional<OctetRange> range, String name) implements FetchItem {}

    /**
     * BINARY.SIZE[…] (RFC 3516).
     *
     * @param section the part
     * @param name the name in the response
     */
    record BinarySize(BodySection section, String name) implements FetchItem {}

    /**
     * PREVIEW (RFC 8970).
     *
     * @param lazy whether the server may leave out what it must compute
     */
    record Preview(boolean lazy) implements FetchItem {}

    /**
     * A range of octets.
     *
     * @param from the first octet, from 0
     * @param length the number of octets, at least 1
     */
    record OctetRange(long from, long length) {}
}
