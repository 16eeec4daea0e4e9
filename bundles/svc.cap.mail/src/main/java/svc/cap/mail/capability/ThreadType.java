package svc.cap.mail;

import svc.cap.mail.api.MailStore;

/** What is said of threads in more than one place. */
final class MailThread {

    static final String TYPE = "Thread";
    static final char LETTER = MailStore.THREAD_LETTER;

    private MailThread() {}
}
