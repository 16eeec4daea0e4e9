package svc.cap.mail.capability;

import svc.cap.mail.api.MailStore;

/** Names of the type {@code Thread}. */
public final class ThreadType {

    public static final String TYPE = "Thread";
    public static final char LETTER = MailStore.THREAD_LETTER;

    private ThreadType() {}
}
