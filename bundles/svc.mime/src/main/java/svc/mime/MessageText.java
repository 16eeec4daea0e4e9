package svc.mime;

import java.util.List;

/**
 * What can be found in a message.
 *
 * @param body the text of its text parts, HTML as text
 * @param attachments the names of its attachments
 */
public record MessageText(String body, List<String> attachments) {

    /** That of a message that was read with text. */
    public static MessageText of(Message message) {
        throw new UnsupportedOperationException();
    }

    /** HTML as text, a line for each block. */
    public static String ofHtml(String html) {
        throw new UnsupportedOperationException();
    }
}
