package svc.cap.mail;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;

/**
 * What an update of a message asks for (RFC 8621 §4.6): its keywords, mailboxes and labels, all of them or single ones. Immutable.
 *
 * @param keywords all keywords that it shall have; null to change single ones
 * @param words single keywords, and whether it shall have them
 * @param mailboxes all mailboxes in which it shall be; null to change single ones
 * @param places single mailboxes, and whether it shall be in them
 * @param labels all labels that it shall have; null to change single ones
 * @param tags single labels, and whether it shall have them
 * @param others what else the client sent: that cannot be changed, and must be what it is
 */
record EmailPatch(
        @Nullable Set<String> keywords,
        Map<String, Boolean> words,
        @Nullable Set<Long> mailboxes,
        Map<Long, Boolean> places,
        @Nullable Set<Long> labels,
        Map<Long, Boolean> tags,
        Map<String, @Nullable Object> others) {

    private static final String LABELS = SecondSurface.LABELS;
    private static final String PINNED = SecondSurface.PINNED;
    private static final String KEYWORDS = "keywords";
    private static final String MAILBOXES = "mailboxIds";

    /** More members of a set that differ are told as the whole set. */
    private static final int MOST_MEMBERS = 8;

    /**
     * Reads a patch (RFC 8620 §5.3).
     *
     * @param surface what of the second version the client may set
     * @throws SetError what is wrong with it
     */
    static EmailPatch of(Map<String, @Nullable Object> patch, SecondSurface surface) {
        Map<String, Boolean> words = new HashMap<>();
        Map<Long, Boolean> places = new HashMap<>();
        Map<Long, Boolean> tags = new HashMap<>();
        Map<String, @Nullable Object> others = new LinkedHashMap<>();
        patch.forEach((path, value) -> {
            int slash = path.indexOf('/');
            String property = slash < 0 ? path : path.substring(0, slash);
            String member = slash < 0 ? "" : unescaped(path.substring(slash + 1));
            if (slash >= 0 && property.equals(KEYWORDS)) {
                words.put(Given.keyword(member), marked(property, path, value));
            } else if (slash >= 0 && property.equals(MAILBOXES)) {
                places.put(mailbox(member), marked(property, path, value));
            } else if (slash >= 0 && property.equals(LABELS) && surface.labels()) {
                tags.put(Given.label(member), marked(property, path, value));
            } else if (!path.equals(KEYWORDS) && !path.equals(MAILBOXES) && !surface.sets(path)) {
                others.put(path, value);
            }
        });
        refuseBoth(patch, KEYWORDS, words);
        refuseBoth(patch, MAILBOXES, places);
        refuseBoth(patch, LABELS, tags);
        boolean pins = patch.containsKey(PINNED) && surface.sets(PINNED);
        if (pins && !patch.containsKey(KEYWORDS)) {
            pin(words, Given.pinned(patch.get(PINNED)));
        }
        return new EmailPatch(
                keywords(patch, pins),
                words,
                patch.containsKey(MAILBOXES) ? Given.mailboxes(patch.get(MAILBOXES), id -> id) : null,
                places,
                patch.containsKey(LABELS) && surface.sets(LABELS) ? Given.labels(patch.get(LABELS), id -> id) : null,
                tags,
                others);
    }

    private static @Nullable Set<String> keywords(Map<String, @Nullable Object> patch, boolean pins) {
        if (!patch.containsKey(KEYWORDS)) {
            return null;
        }
        Set<String> keywords = Given.keywords(patch.get(KEYWORDS));
        return pins ? Given.pinned(keywords, patch.get(PINNED)) : keywords;
    }

    private static void pin(Map<String, Boolean> words, boolean pinned) {
        Boolean said = words.put(SecondSurface.PIN, pinned);
        if (said != null && said != pinned) {
            throw new SetError(
                    "invalidPatch",
                    PINNED + " is the keyword " + SecondSurface.PIN + ". Say the same of both, or one.");
        }
    }

    /** RFC 6901 §4. */
    private static String unescaped(String step) {
        return step.replace("~1", "/").replace("~0", "~");
    }

    private static long mailbox(String id) {
        return ObjectId.number(Mailbox.LETTER, id).orElseThrow(() -> Given.unknownMailbox(id));
    }

    private static boolean marked(String property, String path, @Nullable Object value) {
        if (value == null || Boolean.TRUE.equals(value)) {
            return value != null;
        }
        throw SetError.invalidProperty(property, path + " must be true, or null to take it away.");
    }

    /** RFC 8620 §5.3: no pointer may be the beginning of another one. */
    private static void refuseBoth(Map<String, @Nullable Object> patch, String property, Map<?, ?> single) {
        if (patch.containsKey(property) && !single.isEmpty()) {
            throw new SetError("invalidPatch", "Set " + property + " as a whole, or single members of it, not both.");
        }
    }

    /**
     * What becomes of a message.
     *
     * @throws SetError where the limits do not allow that
     */
    Email.Moved of(Email.Placed before) {
        Set<String> newKeywords = after(keywords, words, before.keywords());
        Set<Long> newMailboxes = after(mailboxes, places, before.mailboxes());
        Set<Long> newLabels = after(labels, tags, before.labels());
        if (newLabels.size() > LabelsCapability.MOST_ON_EMAIL
                && newLabels.size() > before.labels().size()) {
            throw Given.tooManyLabels();
        } else if (newKeywords.size() > MailCapability.MOST_KEYWORDS
                && newKeywords.size() > before.keywords().size()) {
            throw Given.tooManyKeywords();
        } else if (newMailboxes.size() > MailCapability.MOST_MAILBOXES
                && newMailboxes.size() > before.mailboxes().size()) {
            throw Given.tooManyMailboxes();
        } else if (newMailboxes.isEmpty()) {
            throw Given.noMailbox();
        }
        return new Email.Moved(before, newKeywords, newLabels, newMailboxes);
    }

    private static <E> Set<E> after(@Nullable Set<E> all, Map<E, Boolean> single, Set<E> before) {
        if (all != null) {
            return all;
        } else if (single.isEmpty()) {
            return before;
        }
        Set<E> after = new HashSet<>(before);
        single.forEach((element, stays) -> {
            if (stays) {
                after.add(element);
            } else {
                after.remove(element);
            }
        });
        return after;
    }

    /** In what a message differs from what it was, as {@link svc.api.jmap.Witness.Difference} has it. */
    static Set<String> differences(Email.Moved moved) {
        Set<String> differences = new HashSet<>();
        add(differences, KEYWORDS, moved.before().keywords(), moved.keywords());
        add(
                differences,
                MAILBOXES,
                ids(Mailbox.LETTER, moved.before().mailboxes()),
                ids(Mailbox.LETTER, moved.mailboxes()));
        add(differences, LABELS, ids(Label.LETTER, moved.before().labels()), ids(Label.LETTER, moved.labels()));
        if (moved.before().keywords().contains(SecondSurface.PIN)
                != moved.keywords().contains(SecondSurface.PIN)) {
            differences.add(PINNED);
        }
        return differences;
    }

    private static List<String> ids(char letter, Set<Long> numbers) {
        return numbers.stream().map(n -> ObjectId.text(letter, n)).toList();
    }

    private static void add(Set<String> differences, String property, Iterable<String> before, Iterable<String> after) {
        List<String> members = new ArrayList<>();
        Set<String> old = new HashSet<>();
        before.forEach(old::add);
        after.forEach(name -> {
            if (!old.remove(name)) {
                members.add(name);
            }
        });
        members.addAll(old);
        if (members.size() > MOST_MEMBERS) {
            differences.add(property);
        } else {
            members.forEach(name ->
                    differences.add(property + "/" + name.replace("~", "~0").replace("/", "~1")));
        }
    }
}
