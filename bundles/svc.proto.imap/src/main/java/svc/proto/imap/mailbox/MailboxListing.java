package svc.proto.imap.mailbox;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import svc.proto.imap.command.MailboxCommand.ListMailboxes;
import svc.proto.imap.command.MailboxCommand.ListReturn;
import svc.proto.imap.command.MailboxCommand.ListSelection;
import svc.proto.imap.command.MailboxCommand.Lsub;
import svc.proto.imap.name.MailboxPattern;
import svc.proto.imap.response.ListResponse;
import svc.proto.imap.response.ResponseWriter;

/**
 * Answers LIST and LSUB (RFC 9051 §6.3.9, RFC 3501 §6.3.9). Not thread-safe.
 *
 * <p>{@code \Noselect} and {@code \NonExistent} are only sent for the levels above the mailboxes of other users.
 */
final class MailboxListing {

    private static final String NOSELECT = "\\Noselect";

    private final MailboxNames names;
    private final ResponseWriter out;
    private final MailboxStatus status;

    MailboxListing(MailboxNames names, ResponseWriter out, MailboxStatus status) {
        this.names = names;
        this.out = out;
        this.status = status;
    }

    /** Writes the answer to LIST with an empty pattern, which asks for the delimiter. */
    static void writeRoot(ResponseWriter out) throws IOException {
        new ListResponse(List.of(NOSELECT), "").write(out);
    }

    void list(ListMailboxes command) throws IOException {
        List<MailboxPattern> patterns = patterns(command);
        Set<String> selectedBelow = namesAbove(mailbox -> isSelected(mailbox, command), patterns, command);
        Set<String> all = new TreeSet<>(names.names());
        all.addAll(names.levels());
        for (String name : all) {
            if (patterns.stream().anyMatch(pattern -> pattern.matches(name))) {
                list(name, command, selectedBelow.contains(name));
            }
        }
    }

    private static List<MailboxPattern> patterns(ListMailboxes command) {
        return command.patterns().stream()
                .filter(pattern -> !pattern.isEmpty()) // RFC 9051 §6.3.9: the extended syntax ignores empty patterns.
                .filter(pattern -> command.reference().length() + pattern.length() <= MailboxPattern.LONGEST)
                .map(pattern -> MailboxPattern.of(command.reference(), pattern))
                .toList();
    }

    /**
     * Returns the names above mailboxes that match the selection options of RECURSIVEMATCH. A mailbox that matches
     * neither the options nor has such a mailbox below is not listed (RFC 9051 §6.3.9.6).
     */
    private Set<String> namesAbove(
            Predicate<NamedMailbox> selected, List<MailboxPattern> patterns, ListMailboxes command) {
        Set<String> above = new HashSet<>();
        if (command.select().contains(ListSelection.RECURSIVEMATCH) && !patterns.isEmpty()) {
            names.all().stream()
                    .filter(selected)
                    .forEach(mailbox -> above(mailbox.name()).forEach(above::add));
        }
        return above;
    }

    private static boolean isSelected(NamedMailbox mailbox, ListMailboxes command) {
        return (!command.select().contains(ListSelection.SUBSCRIBED)
                        || mailbox.mailbox().subscribed())
                && (!command.select().contains(ListSelection.SPECIAL_USE)
                        || mailbox.specialUse().isPresent());
    }

    private void list(String name, ListMailboxes command, boolean selectedBelow) throws IOException {
        Optional<NamedMailbox> mailbox = names.find(name);
        boolean selects = command.select().contains(ListSelection.SUBSCRIBED)
                || command.select().contains(ListSelection.SPECIAL_USE);
        boolean selected = mailbox.map(one -> isSelected(one, command)).orElse(!selects);
        if (!selected && !selectedBelow) {
            return;
        }
        List<String> childInfo = selectedBelow ? childInfo(command) : List.of();
        new ListResponse(attributes(name, mailbox, command), name, childInfo, null).write(out);
        if (mailbox.isPresent() && selected) {
            if (command.returns().contains(ListReturn.MYRIGHTS)) {
                mailbox.get().writeRights(out);
            }
            if (!command.status().isEmpty()) {
                status.write(out, mailbox.get(), command.status());
            }
        }
    }

    private static List<String> childInfo(ListMailboxes command) {
        List<String> options = new ArrayList<>();
        if (command.select().contains(ListSelection.SUBSCRIBED)) {
            options.add("SUBSCRIBED");
        }
        if (command.select().contains(ListSelection.SPECIAL_USE)) {
            options.add("SPECIAL-USE");
        }
        return options;
    }

    private List<String> attributes(String name, Optional<NamedMailbox> mailbox, ListMailboxes command) {
        List<String> attributes = new ArrayList<>();
        if (mailbox.isEmpty()) {
            attributes.add(NOSELECT);
            if (command.extended()) {
                attributes.add("\\NonExistent");
            }
        }
        boolean asksForSubscriptions = command.select().contains(ListSelection.SUBSCRIBED)
                || command.returns().contains(ListReturn.SUBSCRIBED);
        if (asksForSubscriptions
                && mailbox.map(one -> one.mailbox().subscribed()).orElse(false)) {
            attributes.add("\\Subscribed");
        }
        attributes.add(names.hasChildren(name) ? "\\HasChildren" : "\\HasNoChildren");
        mailbox.flatMap(NamedMailbox::specialUse).ifPresent(attributes::add);
        return attributes;
    }

    /**
     * Answers LSUB. A name that only matches as the parent of a subscribed mailbox, because the pattern has {@code %},
     * is sent with {@code \Noselect}.
     */
    void lsub(Lsub command) throws IOException {
        if (command.reference().length() + command.pattern().length() > MailboxPattern.LONGEST) {
            return;
        }
        MailboxPattern pattern = MailboxPattern.of(command.reference(), command.pattern());
        boolean levels = command.pattern().contains("%");
        Set<String> subscribed = new TreeSet<>();
        Set<String> above = new TreeSet<>();
        for (NamedMailbox mailbox : names.all()) {
            if (!mailbox.mailbox().subscribed()) {
                continue;
            }
            if (pattern.matches(mailbox.name())) {
                subscribed.add(mailbox.name());
            } else if (levels) {
                above(mailbox.name()).filter(pattern::matches).forEach(above::add);
            }
        }
        for (String name : subscribed) {
            new ListResponse(List.of(), name).writeLsub(out);
        }
        above.removeAll(subscribed);
        for (String name : above) {
            new ListResponse(List.of(NOSELECT), name).writeLsub(out);
        }
    }

    /** Returns the names of the levels above a name. */
    private static Stream<String> above(String name) {
        return Stream.iterate(MailboxNames.parent(name), at -> !at.isEmpty(), MailboxNames::parent);
    }
}
