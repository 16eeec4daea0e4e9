package svc.cap.mail.email;

import static svc.api.jmap.ValueReader.PROPERTIES;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.cap.mail.capability.LabelsCapability;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.capability.MailV2Features;
import svc.cap.mail.label.Label;
import svc.cap.mail.mailbox.Mailbox;

/** Validates the metadata that a client sets: mailboxes, keywords, labels and times (RFC 8621 §4.1.1). */
public final class EmailPropertyValidation {

    /** RFC 8621 §4.1.1: no controls, no space, none of the characters that an IMAP flag cannot contain. */
    private static final Pattern KEYWORD = Pattern.compile("[!-~&&[^(){\\]%*\"\\\\]]{1,255}");

    private EmailPropertyValidation() {}

    /**
     * Rejects members that are not in a set.
     *
     * @param reason the description of the error
     */
    public static void refuseOthers(Map<?, ?> given, Set<String> members, String reason) {
        List<String> unknown = given.keySet().stream()
                .map(String::valueOf)
                .filter(name -> !members.contains(name))
                .toList();
        if (!unknown.isEmpty()) {
            throw SetError.invalidProperties(unknown, reason);
        }
    }

    /** Returns keywords in lower case, or an empty set if the property is missing. */
    static Set<String> keywords(@Nullable Object given) {
        Set<String> keywords = new LinkedHashSet<>();
        for (String keyword : PROPERTIES.set("keywords", given == null ? Map.of() : given)) {
            keywords.add(keyword(keyword));
        }
        if (keywords.size() > MailCapability.MOST_KEYWORDS) {
            throw tooManyKeywords();
        }
        return keywords;
    }

    /** Returns a keyword in lower case. */
    static String keyword(String keyword) {
        if (!KEYWORD.matcher(keyword).matches()) {
            throw SetError.invalidProperty(
                    "keywords",
                    "A keyword must have 1 to 255 printable ASCII characters without ( ) { ] % * \" and \\.");
        }
        return keyword.toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the numbers of mailboxes. Does not check whether they exist.
     *
     * @param names resolves creation ids
     */
    static Set<Long> mailboxes(@Nullable Object given, UnaryOperator<String> names) {
        Set<Long> mailboxes = new LinkedHashSet<>();
        for (String id : PROPERTIES.set("mailboxIds", given)) {
            mailboxes.add(ObjectId.parse(Mailbox.LETTER, names.apply(id)).orElseThrow(() -> unknownMailbox(id)));
        }
        if (mailboxes.isEmpty()) {
            throw noMailbox();
        } else if (mailboxes.size() > MailCapability.MOST_MAILBOXES) {
            throw tooManyMailboxes();
        }
        return mailboxes;
    }

    /**
     * Returns the numbers of labels, or an empty set if the property is missing. Does not check whether they exist.
     *
     * @param names resolves creation ids
     */
    static Set<Long> labels(@Nullable Object given, UnaryOperator<String> names) {
        Set<Long> labels = new LinkedHashSet<>();
        for (String id : PROPERTIES.set(MailV2Features.LABELS, given == null ? Map.of() : given)) {
            labels.add(label(names.apply(id)));
        }
        if (labels.size() > LabelsCapability.MOST_ON_EMAIL) {
            throw tooManyLabels();
        }
        return labels;
    }

    /** Returns the number of a label. */
    static long label(String id) {
        return ObjectId.parse(Label.LETTER, id).orElseThrow(() -> unknownLabel(id));
    }

    /** Returns the error for a label that does not exist. */
    static SetError unknownLabel(String id) {
        return SetError.invalidProperty(MailV2Features.LABELS, "There is no label " + id + " in the account.");
    }

    static SetError tooManyLabels() {
        return SetError.invalidProperty(
                MailV2Features.LABELS, "An email can have at most " + LabelsCapability.MOST_ON_EMAIL + " labels.");
    }

    /**
     * Returns the keywords with {@code isPinned} applied. Rejects a value of {@code isPinned} that contradicts the
     * keyword of pinned emails.
     */
    static Set<String> pinned(Set<String> keywords, boolean pinned) {
        if (!pinned && keywords.contains(MailV2Features.PIN)) {
            throw SetError.invalidProperties(
                    List.of("keywords", MailV2Features.PINNED),
                    "isPinned and the keyword " + MailV2Features.PIN
                            + " are the same. Give equal values, or one of them.");
        }
        Set<String> all = new LinkedHashSet<>(keywords);
        if (pinned) {
            all.add(MailV2Features.PIN);
        }
        return all;
    }

    /** Returns the value of {@code isPinned}; null means false. */
    static boolean pinned(@Nullable Object given) {
        return PROPERTIES.flag(MailV2Features.PINNED, given);
    }

    /** Returns the error for too many keywords (RFC 8621 §4.6). */
    static SetError tooManyKeywords() {
        return new SetError(
                "tooManyKeywords", "An email can have at most " + MailCapability.MOST_KEYWORDS + " keywords.");
    }

    /** Returns the error for too many mailboxes (RFC 8621 §4.6). */
    static SetError tooManyMailboxes() {
        return new SetError(
                "tooManyMailboxes", "An email can be in at most " + MailCapability.MOST_MAILBOXES + " mailboxes.");
    }

    /** Rejects mailboxes that are not a set, or an empty one. */
    static void requireMailbox(@Nullable Object given) {
        if (given == null || PROPERTIES.set("mailboxIds", given).isEmpty()) {
            throw noMailbox();
        }
    }

    /** Returns the error for an email without a mailbox (RFC 8621 §4.1.1). */
    static SetError noMailbox() {
        return SetError.invalidProperty("mailboxIds", "An email must be in at least one mailbox.");
    }

    /** Returns the error for a mailbox that does not exist. */
    static SetError unknownMailbox(String id) {
        return SetError.invalidProperty("mailboxIds", "There is no mailbox " + id + " in the account.");
    }
}
