package svc.cap.mail;

import java.time.Instant;
import java.time.format.DateTimeParseException;
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

/** What clients give of a message when it is made: where it goes, what is marked, when it came (RFC 8621 §4.1.1). */
final class Given {

    /** RFC 8621 §4.1.1: no controls, no space, nothing that IMAP cannot say. */
    private static final Pattern KEYWORD = Pattern.compile("[!-~&&[^(){\\]%*\"\\\\]]{1,255}");

    private static final Pattern UTC_DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z");

    private Given() {}

    /**
     * Nothing but these members may be given.
     *
     * @param why what is said about others
     */
    static void refuseOthers(Map<?, ?> given, Set<String> members, String why) {
        List<String> unknown = given.keySet().stream()
                .map(String::valueOf)
                .filter(name -> !members.contains(name))
                .toList();
        if (!unknown.isEmpty()) {
            throw SetError.invalidProperties(unknown, why);
        }
    }

    /** Keywords, in lower case; none where nothing is given. */
    static Set<String> keywords(@Nullable Object given) {
        Set<String> keywords = new LinkedHashSet<>();
        for (String word : marked("keywords", given == null ? Map.of() : given)) {
            keywords.add(keyword(word));
        }
        if (keywords.size() > MailCapability.MOST_KEYWORDS) {
            throw tooManyKeywords();
        }
        return keywords;
    }

    /** A keyword as it is kept. */
    static String keyword(String word) {
        if (!KEYWORD.matcher(word).matches()) {
            throw SetError.invalidProperty(
                    "keywords", "A keyword takes 1 to 255 printable ASCII characters without ( ) { ] % * \" and \\.");
        }
        return word.toLowerCase(Locale.ROOT);
    }

    /**
     * The numbers of mailboxes; whether they exist is not looked at.
     *
     * @param names what a creation id stands for
     */
    static Set<Long> mailboxes(@Nullable Object given, UnaryOperator<String> names) {
        Set<Long> mailboxes = new LinkedHashSet<>();
        for (String id : marked("mailboxIds", given)) {
            mailboxes.add(ObjectId.number(Mailbox.LETTER, names.apply(id)).orElseThrow(() -> unknownMailbox(id)));
        }
        if (mailboxes.isEmpty()) {
            throw noMailbox();
        } else if (mailboxes.size() > MailCapability.MOST_MAILBOXES) {
            throw tooManyMailboxes();
        }
        return mailboxes;
    }

    /**
     * The numbers of labels, none where nothing is given; whether they exist is not looked at.
     *
     * @param names what a creation id stands for
     */
    static Set<Long> labels(@Nullable Object given, UnaryOperator<String> names) {
        Set<Long> labels = new LinkedHashSet<>();
        for (String id : marked(SecondSurface.LABELS, given == null ? Map.of() : given)) {
            labels.add(label(names.apply(id)));
        }
        if (labels.size() > LabelsCapability.MOST_ON_EMAIL) {
            throw tooManyLabels();
        }
        return labels;
    }

    /** The number of a label. */
    static long label(String id) {
        return ObjectId.number(Label.LETTER, id).orElseThrow(() -> unknownLabel(id));
    }

    /** What is said about a label that is not there. */
    static SetError unknownLabel(String id) {
        return SetError.invalidProperty(SecondSurface.LABELS, "There is no label " + id + " in the account.");
    }

    static SetError tooManyLabels() {
        return SetError.invalidProperty(
                SecondSurface.LABELS, "A message has " + LabelsCapability.MOST_ON_EMAIL + " labels at most.");
    }

    /** Keywords with what is said of the one that pins a message, which must not be the contrary. */
    static Set<String> pinned(Set<String> keywords, @Nullable Object given) {
        boolean pinned = pinned(given);
        if (!pinned && keywords.contains(SecondSurface.PIN)) {
            throw SetError.invalidProperties(
                    List.of("keywords", SecondSurface.PINNED),
                    "isPinned is the keyword " + SecondSurface.PIN + ". Say the same of both, or name one of them.");
        }
        Set<String> all = new LinkedHashSet<>(keywords);
        if (pinned) {
            all.add(SecondSurface.PIN);
        }
        return all;
    }

    /** Whether a message is to be pinned; null means the default. */
    static boolean pinned(@Nullable Object given) {
        if (given == null || given instanceof Boolean) {
            return Boolean.TRUE.equals(given);
        }
        throw SetError.invalidProperty(SecondSurface.PINNED, "isPinned must be true or false.");
    }

    /** RFC 8621 §4.6. */
    static SetError tooManyKeywords() {
        return new SetError("tooManyKeywords", "A message has " + MailCapability.MOST_KEYWORDS + " keywords at most.");
    }

    /** RFC 8621 §4.6. */
    static SetError tooManyMailboxes() {
        return new SetError(
                "tooManyMailboxes", "A message is in " + MailCapability.MOST_MAILBOXES + " mailboxes at most.");
    }

    /** RFC 8621 §4.1.1. */
    static SetError noMailbox() {
        return SetError.invalidProperty("mailboxIds", "A message is in one mailbox at least. Name one.");
    }

    /** What is said about a mailbox that is not there. */
    static SetError unknownMailbox(String id) {
        return SetError.invalidProperty("mailboxIds", "There is no mailbox " + id + " in the account.");
    }

    /** A time in UTC (RFC 8620 §1.4). */
    static Instant utc(String property, @Nullable Object given) {
        try {
            if (given instanceof String text && UTC_DATE.matcher(text).matches()) {
                return Instant.parse(text);
            }
        } catch (DateTimeParseException e) { // the 30th of February
            throw notUtc(property);
        }
        throw notUtc(property);
    }

    private static SetError notUtc(String property) {
        return SetError.invalidProperty(property, property + " must be a time such as 2030-01-31T12:00:00Z.");
    }

    /** The keys of a set as JMAP writes one: an object whose members are all true. */
    private static Set<String> marked(String property, @Nullable Object given) {
        Set<String> keys = new LinkedHashSet<>();
        if (given instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> member : map.entrySet()) {
                if (!Boolean.TRUE.equals(member.getValue())) {
                    throw SetError.invalidProperty(property, "Each member of " + property + " must be true.");
                }
                keys.add(String.valueOf(member.getKey()));
            }
            return keys;
        }
        throw SetError.invalidProperty(property, property + " must be an object whose members are true.");
    }
}
