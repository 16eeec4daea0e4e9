package svc.proto.imap.reading;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.proto.imap.command.FetchItem;
import svc.proto.imap.command.Notify;
import svc.proto.imap.command.Notify.EventGroup;
import svc.proto.imap.command.Notify.MailboxFilter;
import svc.proto.imap.command.Notify.NotifyEvent;
import svc.proto.imap.grammar.Input;
import svc.proto.imap.grammar.SyntaxException;

/** Parses NOTIFY (RFC 5465 §8). */
final class NotifyParser {

    /** The maximum number of groups, and of mailboxes in a group. */
    static final int MOST = 1_000;

    private final Input in;
    private final Arguments arguments;

    NotifyParser(Arguments arguments) {
        this.in = arguments.in();
        this.arguments = arguments;
    }

    Notify command() throws SyntaxException {
        in.space();
        if (in.skipWord("NONE")) {
            return new Notify(false, List.of());
        }
        if (!in.skipWord("SET")) {
            throw in.expected("SET or NONE");
        }
        in.space();
        boolean status = in.skipWord("STATUS");
        if (status) {
            in.space();
        }
        List<EventGroup> groups = new ArrayList<>();
        do {
            if (groups.size() == MOST) {
                throw in.expected("at most " + MOST + " groups of events");
            }
            EventGroup group = group();
            if (isSelected(group.filter()) && groups.stream().anyMatch(other -> isSelected(other.filter()))) {
                throw in.expected("SELECTED or SELECTED-DELAYED once"); // RFC 5465 §6.1
            }
            groups.add(group);
        } while (in.skip(' '));
        return new Notify(status, groups);
    }

    private static boolean isSelected(MailboxFilter filter) {
        return filter == MailboxFilter.SELECTED || filter == MailboxFilter.SELECTED_DELAYED;
    }

    private EventGroup group() throws SyntaxException {
        in.expect('(');
        MailboxFilter filter = arguments.constant(MailboxFilter.class, "a filter of mailboxes");
        List<String> mailboxes = List.of();
        if (filter == MailboxFilter.SUBTREE || filter == MailboxFilter.MAILBOXES) {
            in.space();
            mailboxes = arguments.mailboxes();
            if (mailboxes.size() > MOST) {
                throw in.expected("at most " + MOST + " mailboxes");
            }
        }
        in.space();
        EventGroup group = in.skipWord("NONE")
                ? new EventGroup(filter, mailboxes, Set.of(), Optional.empty(), List.of())
                : new Events(filter).read(mailboxes);
        in.expect(')');
        return group;
    }

    /** The events of a group. */
    private final class Events {

        private final MailboxFilter filter;
        private final boolean selected;
        private final Set<NotifyEvent> events = EnumSet.noneOf(NotifyEvent.class);
        private final List<String> unknown = new ArrayList<>();
        private @Nullable List<FetchItem> fetch;

        Events(MailboxFilter filter) {
            this.filter = filter;
            this.selected = isSelected(filter);
        }

        EventGroup read(List<String> mailboxes) throws SyntaxException {
            int column = in.column();
            if (in.peek() == '(') {
                arguments.list(false, this::event);
            } else {
                // As in the examples of RFC 5465 §3.1.
                do {
                    event();
                } while (in.skip(' '));
            }
            boolean arrivals = events.contains(NotifyEvent.MESSAGENEW);
            boolean removals = events.contains(NotifyEvent.MESSAGEEXPUNGE);
            if (arrivals != removals || (events.contains(NotifyEvent.FLAGCHANGE) && !arrivals)) {
                throw new SyntaxException(
                        "expected MessageNew and MessageExpunge together, and both with FlagChange", column);
            }
            return new EventGroup(filter, mailboxes, events, Optional.ofNullable(fetch), unknown);
        }

        private void event() throws SyntaxException {
            int column = in.column();
            String name = in.atom("an event");
            NotifyEvent event = find(name.toUpperCase(Locale.ROOT));
            if (event == null) {
                unknown.add(name);
                return;
            }
            boolean ofMessages = event.compareTo(NotifyEvent.FLAGCHANGE) <= 0;
            if (selected && !ofMessages) {
                throw new SyntaxException("expected only events of messages for the selected mailbox", column);
            }
            events.add(event);
            if (event == NotifyEvent.MESSAGENEW && in.isNext(" (")) {
                in.space();
                if (!selected) {
                    throw in.expected("items of FETCH only for the selected mailbox");
                }
                fetch = new FetchParser(arguments).items();
            }
        }

        private static @Nullable NotifyEvent find(String name) {
            for (NotifyEvent event : NotifyEvent.values()) {
                if (event.name().equals(name)) {
                    return event;
                }
            }
            return null;
        }
    }
}
