package svc.cap.mail.mailbox;

import java.util.Arrays;
import java.util.Optional;

/** The properties of a mailbox (RFC 8621 §2). */
public enum MailboxProperty {
    NAME("name", false),
    PARENT_ID("parentId", false),
    ROLE("role", false),
    SORT_ORDER("sortOrder", false),
    TOTAL_EMAILS("totalEmails", true),
    UNREAD_EMAILS("unreadEmails", true),
    TOTAL_THREADS("totalThreads", true),
    UNREAD_THREADS("unreadThreads", true),
    MY_RIGHTS("myRights", true),
    IS_SUBSCRIBED("isSubscribed", false);

    private final String word;
    private final boolean serverSet;

    MailboxProperty(String word, boolean serverSet) {
        this.word = word;
        this.serverSet = serverSet;
    }

    public String word() {
        return word;
    }

    public boolean serverSet() {
        return serverSet;
    }

    public static Optional<MailboxProperty> of(String word) {
        return Arrays.stream(values()).filter(one -> one.word.equals(word)).findFirst();
    }
}
