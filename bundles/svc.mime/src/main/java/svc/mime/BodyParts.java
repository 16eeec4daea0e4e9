package svc.mime;

import java.util.List;

/**
 * Which parts of a message are its body and which its attachments (RFC 8621 §4.1.4).
 *
 * @param hasAttachment whether a client should offer something to download
 */
public record BodyParts(List<Part> text, List<Part> html, List<Part> attachments, boolean hasAttachment) {

    /** Those of a body structure. */
    public static BodyParts of(Part root) {
        throw new UnsupportedOperationException();
    }
}
