package svc.mail.transfer.format;

import svc.cap.mail.api.MailStore.Position;

/**
 * The position of the export of one mailbox.
 *
 * @param after the last exported message
 * @param length the length of the file of the mailbox; 0 if each message has its own file
 * @param written the number of exported messages
 * @param ended whether the mailbox is complete
 */
public record ExportPosition(Position after, long length, long written, boolean ended) {

    public static final ExportPosition START = new ExportPosition(Position.START, 0, 0, false);

    /** Formats a line of the journal. */
    public String line(long mailbox) {
        return mailbox + " " + after.received() + " " + after.n() + " " + length + " " + written + " "
                + (ended ? "ended" : "open") + "\n";
    }

    /** Parses the words of a line of the journal. */
    public static ExportPosition of(String[] words) {
        return new ExportPosition(
                new Position(Long.parseLong(words[1]), Long.parseLong(words[2])),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                words[5].equals("ended"));
    }
}
