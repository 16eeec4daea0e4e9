package svc.mail.transfer;

/** How mail lies in files. */
enum Format {
    /** One file for each mailbox. */
    MBOX,
    /** One file for each message. */
    MAILDIR
}
