package svc.mime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a message (RFC 8621 §4.1.4).
 *
 * @param id its partId, unique in the message also among the parts of enclosed messages ({@code 2}, {@code 2.1}); null for multipart/*
 * @param headers its header fields
 * @param header where its header lies in the message, the empty line included
 * @param body where its body lies in the message, as it is there: encoded
 * @param size how many bytes the body has when decoded; 0 for multipart/*
 * @param sha256 the hash of the decoded body; null for multipart/* or when it was not asked for
 * @param encoding how it is encoded
 * @param type its media type, in lower case, without parameters
 * @param charset as RFC 8621 §4.1.4 has it
 * @param disposition the value of Content-Disposition, in lower case, without parameters
 * @param name the decoded name of the file
 * @param cid the Content-Id, without angle brackets
 * @param language the tags of Content-Language
 * @param location the Content-Location
 * @param parts the parts of a multipart; empty for others
 * @param enclosed the body structure of the message that a message/rfc822 or message/global part is, where that is not encoded
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; a copy per part would cost more than it protects
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

    /** Where bytes lie in a message. */
    public record Section(long from, long length) {
        /** The byte after the last. */
        public long end() {
            return from + length;
        }
    }

    /** Whether it is a multipart, which has parts instead of a body. */
    public boolean isMultipart() {
        return id == null;
    }

    /** Whether its type begins so: {@code text/}. */
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
