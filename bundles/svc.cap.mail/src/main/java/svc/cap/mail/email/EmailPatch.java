package svc.cap.mail.email;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.PatchObject;
import svc.api.jmap.PatchObject.Change;
import svc.api.jmap.PropertyErrors;
import svc.api.jmap.SetError;
import svc.api.json.JsonPointer;
import svc.api.store.ObjectId;
import svc.cap.mail.capability.LabelsCapability;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.capability.MailV2Features;
import svc.cap.mail.label.Label;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.write.EmailMetadata;
import svc.cap.mail.write.EmailUpdate;

/**
 * A parsed update of an email (RFC 8621 §4.6): the new keywords, mailboxes and labels, as whole sets or as changes of
 * single members. Immutable.
 *
 * @param keywords the complete new set of keywords; null if the patch changes only single keywords
 * @param words single keywords; true to add, false to remove
 * @param mailboxes the complete new set of mailboxes; null if the patch changes only single mailboxes
 * @param places single mailboxes; true to add, false to remove
 * @param labels the complete new set of labels; null if the patch changes only single labels
 * @param tags single labels; true to add, false to remove
 */
record EmailPatch(
        @Nullable Set<String> keywords,
        Map<String, Boolean> words,
        @Nullable Set<Long> mailboxes,
        Map<Long, Boolean> places,
        @Nullable Set<Long> labels,
        Map<Long, Boolean> tags) {

    private static final String LABELS = MailV2Features.LABELS;
    private static final String PINNED = MailV2Features.PINNED;
    private static final String KEYWORDS = "keywords";
    private static final String MAILBOXES = "mailboxIds";

    /**
     * The maximum number of changed members of a set that are reported one by one. If more members differ, the whole
     * property is reported as changed.
     */
    private static final int MOST_MEMBERS = 8;

    /**
     * Parses a patch (RFC 8620 §5.3).
     *
     * @param features the additions to RFC 8621 that the client can use
     * @throws SetError if the patch is invalid
     */
    static EmailPatch of(Map<String, @Nullable Object> patch, MailV2Features features) {
        PropertyErrors errors = new PropertyErrors();
        Map<String, Boolean> words = new HashMap<>();
        Map<Long, Boolean> places = new HashMap<>();
        Map<Long, Boolean> tags = new HashMap<>();
        for (Change change : PatchObject.of(patch).changes()) {
            if (!change.whole()) {
                errors.attempt(() -> {
                    switch (member(change)) {
                        case KEYWORDS ->
                            words.put(
                                    EmailPropertyValidation.keyword(
                                            change.steps().get(1)),
                                    marked(change));
                        case MAILBOXES -> places.put(mailbox(change.steps().get(1)), marked(change));
                        default ->
                            tags.put(
                                    EmailPropertyValidation.label(change.steps().get(1)), marked(change));
                    }
                });
            }
        }
        Optional<Boolean> pinned = patch.containsKey(PINNED) && features.sets(PINNED)
                ? errors.check(() -> EmailPropertyValidation.pinned(patch.get(PINNED)))
                : Optional.empty();
        if (pinned.isPresent() && !patch.containsKey(KEYWORDS)) {
            errors.attempt(() -> pin(words, pinned.get()));
        }
        Optional<Set<String>> keywords = whole(patch, KEYWORDS, errors, given -> keywords(given, pinned));
        Optional<Set<Long>> mailboxes =
                whole(patch, MAILBOXES, errors, given -> EmailPropertyValidation.mailboxes(given, id -> id));
        Optional<Set<Long>> labels =
                whole(patch, LABELS, errors, given -> EmailPropertyValidation.labels(given, id -> id));
        errors.throwIfAny();
        return new EmailPatch(keywords.orElse(null), words, mailboxes.orElse(null), places, labels.orElse(null), tags);
    }

    static Set<String> keywords(@Nullable Object given, Optional<Boolean> pinned) {
        Set<String> keywords = EmailPropertyValidation.keywords(given);
        return pinned.map(pin -> EmailPropertyValidation.pinned(keywords, pin)).orElse(keywords);
    }

    /** Returns the property into which a change leads: keywords, mailboxes or labels. */
    private static String member(Change change) {
        if (change.steps().size() > 2 || change.property().equals(PINNED)) {
            throw change.unreachable();
        }
        return change.property();
    }

    private static <V> Optional<V> whole(
            Map<String, @Nullable Object> patch,
            String property,
            PropertyErrors errors,
            Function<@Nullable Object, V> reader) {
        return patch.containsKey(property) ? errors.check(() -> reader.apply(patch.get(property))) : Optional.empty();
    }

    private static void pin(Map<String, Boolean> words, boolean pinned) {
        Boolean given = words.put(MailV2Features.PIN, pinned);
        if (given != null && given != pinned) {
            throw new SetError(
                    "invalidPatch",
                    PINNED + " and the keyword " + MailV2Features.PIN
                            + " are the same. Give equal values, or one of them.");
        }
    }

    private static long mailbox(String id) {
        return ObjectId.parse(Mailbox.LETTER, id).orElseThrow(() -> EmailPropertyValidation.unknownMailbox(id));
    }

    private static boolean marked(Change change) {
        if (change.value() == null || Boolean.TRUE.equals(change.value())) {
            return change.value() != null;
        }
        throw SetError.invalidProperty(change.property(), change.path() + " must be true, or null to remove it.");
    }

    /**
     * Applies the patch to the metadata of an email.
     *
     * @param before the email as the caller sees it; without mailboxes if it is visible only by a label
     * @throws SetError if the result exceeds a limit or has no mailbox
     */
    EmailUpdate of(EmailMetadata before) {
        Set<String> newKeywords = after(keywords, words, before.keywords());
        Set<Long> newMailboxes = after(mailboxes, places, before.mailboxes());
        Set<Long> newLabels = after(labels, tags, before.labels());
        if (newLabels.size() > LabelsCapability.MOST_ON_EMAIL
                && newLabels.size() > before.labels().size()) {
            throw EmailPropertyValidation.tooManyLabels();
        } else if (newKeywords.size() > MailCapability.MOST_KEYWORDS
                && newKeywords.size() > before.keywords().size()) {
            throw EmailPropertyValidation.tooManyKeywords();
        } else if (newMailboxes.size() > MailCapability.MOST_MAILBOXES
                && newMailboxes.size() > before.mailboxes().size()) {
            throw EmailPropertyValidation.tooManyMailboxes();
        } else if (newMailboxes.isEmpty() && !before.mailboxes().isEmpty()) {
            throw EmailPropertyValidation.noMailbox();
        }
        return new EmailUpdate(before, newKeywords, newLabels, newMailboxes);
    }

    private static <E> Set<E> after(@Nullable Set<E> all, Map<E, Boolean> patch, Set<E> before) {
        if (all != null) {
            return all;
        } else if (patch.isEmpty()) {
            return before;
        }
        Set<E> after = new HashSet<>(before);
        patch.forEach((element, kept) -> {
            if (kept) {
                after.add(element);
            } else {
                after.remove(element);
            }
        });
        return after;
    }

    /**
     * Returns the paths of the properties that the update changes, in the form of
     * {@link svc.api.jmap.observe.ObjectObserver.ObjectUpdate}.
     */
    static Set<String> changedProperties(EmailUpdate moved) {
        Set<String> differences = new HashSet<>();
        add(differences, KEYWORDS, moved.before().keywords(), moved.keywords());
        add(
                differences,
                MAILBOXES,
                ids(Mailbox.LETTER, moved.before().mailboxes()),
                ids(Mailbox.LETTER, moved.mailboxes()));
        add(differences, LABELS, ids(Label.LETTER, moved.before().labels()), ids(Label.LETTER, moved.labels()));
        if (moved.before().keywords().contains(MailV2Features.PIN)
                != moved.keywords().contains(MailV2Features.PIN)) {
            differences.add(PINNED);
        }
        return differences;
    }

    private static List<String> ids(char letter, Set<Long> numbers) {
        return numbers.stream().map(n -> ObjectId.format(letter, n)).toList();
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
            members.forEach(name -> differences.add(property + "/" + JsonPointer.step(name)));
        }
    }
}
