package svc.mail.transfer.format;

import svc.cap.mail.api.MailStore.Position;

/**
 * The position up to which one mailbox was exported.
 *
 * @param after the position of the last exported message in the mailbox
 * @param length the length of the file of the mailbox; 0 if each message has its own file
 * @param written the number of exported messages
 * @param ended whether the export of the mailbox is complete
 */
public record ExportPosition(Position after, long length, long written, boolean ended) {

    public static final ExportPosition START = new ExportPosition(Position.START, 0, 0, false);

    /** Formats the position as a line of the journal. */
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
