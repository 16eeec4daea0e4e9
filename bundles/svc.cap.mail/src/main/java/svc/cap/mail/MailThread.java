package svc.cap.mail;

/** What is said of threads in more than one place. */
final class MailThread {

    static final String TYPE = "Thread";
    static final char LETTER = 't';

    private MailThread() {}
}
