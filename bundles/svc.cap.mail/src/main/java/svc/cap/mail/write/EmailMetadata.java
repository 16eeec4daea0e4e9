package svc.cap.mail.write;

import java.util.Set;
import svc.cap.mail.table.LabelKeyword;

/**
 * The stored metadata of an email (RFC 8621 §4.1.1).
 *
 * @param n the number of the email
 * @param thread the number of its thread
 * @param received the "received at" time, in seconds since 1970
 * @param flags the stored bits of {@code Flags}
 * @param keywords all its keywords
 * @param labels its labels
 * @param mailboxes the mailboxes of the email
 */
public record EmailMetadata(
        long n, long thread, long received, int flags, Set<String> keywords, Set<Long> labels, Set<Long> mailboxes) {

    public EmailMetadata {
        keywords = Set.copyOf(keywords);
        labels = Set.copyOf(labels);
        mailboxes = Set.copyOf(mailboxes);
    }

    /** Returns the index words of the email: its keywords and the words of its labels. */
    Set<String> allKeywords() {
        return LabelKeyword.allKeywords(keywords, labels);
    }
}
