package svc.proto.imap.command;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * NOTIFY (RFC 5465).
 *
 * @param status whether the client asks for a STATUS response of each mailbox now
 * @param groups the groups; empty for NONE
 */
public record Notify(boolean status, List<EventGroup> groups) implements Command {

    /** Copies the list. */
    public Notify {
        groups = List.copyOf(groups);
    }

    /**
     * The events that a client wants of some mailboxes.
     *
     * @param filter the mailboxes
     * @param mailboxes the names of a filter SUBTREE or MAILBOXES
     * @param events the events; empty for NONE
     * @param fetch what the server sends of new messages in the selected mailbox; empty for nothing
     * @param unknown the names of events that the server does not know
     */
    public record EventGroup(
            MailboxFilter filter,
            List<String> mailboxes,
            Set<NotifyEvent> events,
            Optional<List<FetchItem>> fetch,
            List<String> unknown) {

        /** Copies the collections. */
        public EventGroup {
            mailboxes = List.copyOf(mailboxes);
            events = Set.copyOf(events);
            fetch = fetch.map(List::copyOf);
            unknown = List.copyOf(unknown);
        }
    }

    /** The mailboxes of a group of events (RFC 5465 §6). */
    public enum MailboxFilter {
        /** SELECTED. */
        SELECTED,
        /** SELECTED-DELAYED. */
        SELECTED_DELAYED,
        /** INBOXES. */
        INBOXES,
        /** PERSONAL. */
        PERSONAL,
        /** SUBSCRIBED. */
        SUBSCRIBED,
        /** SUBTREE. */
        SUBTREE,
        /** MAILBOXES. */
        MAILBOXES
    }

    /** An event (RFC 5465 §5). */
    public enum NotifyEvent {
        /** MessageNew. */
        MESSAGENEW,
        /** MessageExpunge. */
        MESSAGEEXPUNGE,
        /** FlagChange. */
        FLAGCHANGE,
        /** MailboxName. */
        MAILBOXNAME,
        /** SubscriptionChange. */
        SUBSCRIPTIONCHANGE,
        /** MailboxMetadataChange. */
        MAILBOXMETADATACHANGE,
        /** ServerMetadataChange. */
        SERVERMETADATACHANGE
    }
}
