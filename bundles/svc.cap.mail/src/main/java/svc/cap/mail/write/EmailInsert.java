package svc.cap.mail.write;

import java.time.Instant;
import java.util.Set;
import svc.cap.mail.message.ParsedMessage;
import svc.cap.mail.table.LabelKeyword;

/**
 * An email to create.
 *
 * @param message the parsed message
 * @param mailboxes one or more existing mailboxes
 * @param keywords its keywords, in lower case
 * @param labels its labels, which must exist
 * @param received the "received at" time
 */
public record EmailInsert(
        ParsedMessage message, Set<Long> mailboxes, Set<String> keywords, Set<Long> labels, Instant received) {

    public EmailInsert {
        mailboxes = Set.copyOf(mailboxes);
        keywords = Set.copyOf(keywords);
        labels = Set.copyOf(labels);
    }

    /** Creates an insert without labels. */
    public EmailInsert(ParsedMessage message, Set<Long> mailboxes, Set<String> keywords, Instant received) {
        this(message, mailboxes, keywords, Set.of(), received);
    }

    /** Returns the index words of the email: its keywords and the words of its labels. */
    Set<String> allKeywords() {
        return LabelKeyword.allKeywords(keywords, labels);
    }
}
