package svc.mail.transfer;

/** A file format of mail. */
public enum Format {
    /** One file for each mailbox (mbox). */
    MBOX,
    /** One file for each message (Maildir). */
    MAILDIR
}
