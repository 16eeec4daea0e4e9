package svc.mime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a message: {@code EmailBodyPart} (RFC 8621 §4.1.4).
 *
 * @param id the partId, unique in the message including the parts of enclosed messages ({@code 2}, {@code 2.1});
 *     null for multipart/*
 * @param headers the header fields
 * @param header the position of the header in the message, including the empty line
 * @param body the position of the encoded body in the message
 * @param size the size of the decoded body in bytes; 0 for multipart/*
 * @param sha256 the hash of the decoded body; null for multipart/* or if hashes were not requested
 * @param encoding the transfer encoding
 * @param type the media type, in lower case, without parameters
 * @param charset the charset, as defined in RFC 8621 §4.1.4
 * @param disposition the value of Content-Disposition, in lower case, without parameters
 * @param name the decoded file name
 * @param cid the Content-ID, without angle brackets
 * @param language the tags of Content-Language
 * @param location the Content-Location
 * @param parts the parts of a multipart; empty for other types
 * @param enclosed the body structure of the message in a message/rfc822 or message/global part, if the part is not
 *     encoded
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; copying the array for each part would be too expensive
public record Part(
        @Nullable String id,
        Headers headers,
        Section header,
        Section body,
        long size,
        byte @Nullable [] sha256,
        TransferEncoding encoding,
        String type,
        @Nullable String charset,
        @Nullable String disposition,
        @Nullable String name,
        @Nullable String cid,
        @Nullable List<String> language,
        @Nullable String location,
        List<Part> parts,
        @Nullable Part enclosed) {

    /**
     * A range of bytes in a message.
     *
     * @param from the first byte
     * @param length the number of bytes
     */
    public record Section(long from, long length) {
        /** Returns the position after the last byte. */
        public long end() {
            return from + length;
        }
    }

    /** Returns whether this is a multipart, which has parts instead of a body. */
    public boolean isMultipart() {
        return id == null;
    }

    /** Returns whether the media type starts with {@code family}, such as {@code text/}. */
    public boolean isOf(String family) {
        return type.startsWith(family);
    }

    void collect(boolean deep, List<Part> found) {
        if (!isMultipart()) {
            found.add(this);
        }
        parts.forEach(part -> part.collect(deep, found));
        if (deep && enclosed != null) {
            enclosed.collect(true, found);
        }
    }
}
