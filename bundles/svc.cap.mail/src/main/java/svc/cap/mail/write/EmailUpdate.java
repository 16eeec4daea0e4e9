package svc.cap.mail.write;

import java.util.Set;
import svc.cap.mail.table.LabelKeyword;

/**
 * An update of the metadata of an email.
 *
 * @param before the stored metadata
 * @param keywords all keywords after the update
 * @param labels all labels after the update; each exists or was on the email before
 * @param mailboxes all mailboxes after the update: one or more that exist
 */
public record EmailUpdate(EmailMetadata before, Set<String> keywords, Set<Long> labels, Set<Long> mailboxes) {

    public EmailUpdate {
        keywords = Set.copyOf(keywords);
        labels = Set.copyOf(labels);
        mailboxes = Set.copyOf(mailboxes);
    }

    /** Returns the index words after the update: the keywords and the words of the labels. */
    Set<String> allKeywords() {
        return LabelKeyword.allKeywords(keywords, labels);
    }
}
