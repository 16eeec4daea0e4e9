package svc.proto.imap.notify;

import static svc.proto.imap.command.Notify.NotifyEvent.FLAGCHANGE;
import static svc.proto.imap.command.Notify.NotifyEvent.MESSAGENEW;
import static svc.proto.imap.command.Notify.NotifyEvent.SERVERMETADATACHANGE;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.proto.imap.command.FetchItem;
import svc.proto.imap.command.Notify;
import svc.proto.imap.command.Notify.EventGroup;
import svc.proto.imap.command.Notify.NotifyEvent;
import svc.proto.imap.mailbox.MailboxNames;
import svc.proto.imap.mailbox.NamedMailbox;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.state.RefusedException;

/**
 * What a client wants to be notified of. The filters of all groups are merged, so that the cost of a mailbox does not grow
 * with their number. Immutable.
 */
final class NotifySettings {

    /** The maximum number of names in the filters SUBTREE and MAILBOXES together. */
    static final int MOST_NAMES = 1_000;

    private final Set<NotifyEvent> personal = EnumSet.noneOf(NotifyEvent.class);
    private final Set<NotifyEvent> subscribed = EnumSet.noneOf(NotifyEvent.class);
    private final Map<String, Set<NotifyEvent>> mailboxes = new HashMap<>();
    private final Map<String, Set<NotifyEvent>> subtrees = new HashMap<>();
    private boolean server;
    private SelectedEvents selected = SelectedEvents.NONE;

    private NotifySettings() {}

    static NotifySettings of(Notify command) throws RefusedException {
        NotifySettings settings = new NotifySettings();
        for (EventGroup group : command.groups()) {
            settings.add(group);
        }
        if (settings.mailboxes.size() + settings.subtrees.size() > MOST_NAMES) {
            throw new RefusedException(
                    ResponseCode.NOTIFICATIONOVERFLOW, "A client can name at most " + MOST_NAMES + " mailboxes");
        }
        return settings;
    }

    private void add(EventGroup group) {
        server |= group.events().contains(SERVERMETADATACHANGE);
        switch (group.filter()) {
            case SELECTED -> selected = selected(true, group);
            case SELECTED_DELAYED -> selected = selected(false, group);
            // RFC 5465 §6.3: rules of a user can deliver to each mailbox.
            case INBOXES, PERSONAL -> personal.addAll(group.events());
            case SUBSCRIBED -> subscribed.addAll(group.events());
            case SUBTREE -> add(subtrees, group);
            case MAILBOXES -> add(mailboxes, group);
        }
    }

    private static void add(Map<String, Set<NotifyEvent>> all, EventGroup group) {
        for (String name : group.mailboxes()) {
            all.computeIfAbsent(MailboxNames.canonical(name), same -> EnumSet.noneOf(NotifyEvent.class))
                    .addAll(group.events());
        }
    }

    private static SelectedEvents selected(boolean immediate, EventGroup group) {
        return new SelectedEvents(
                immediate,
                group.events().contains(MESSAGENEW),
                group.events().contains(FLAGCHANGE),
                group.fetch().orElse(List.of()).stream()
                        .map(NotifySettings::unseen)
                        .toList());
    }

    /** Returns an item that does not set {@code \Seen}, because the client has not read the message yet. */
    private static FetchItem unseen(FetchItem item) {
        if (item instanceof FetchItem.Body body) {
            return new FetchItem.Body(body.section(), true, body.range(), body.name());
        } else if (item instanceof FetchItem.Binary binary) {
            return new FetchItem.Binary(binary.section(), true, binary.range(), binary.name());
        }
        return item;
    }

    SelectedEvents selected() {
        return selected;
    }

    /** Returns whether the client wants changes of the annotations of the server. */
    boolean wantsServerMetadata() {
        return server;
    }

    /** Returns whether the client wants events of mailboxes that are not selected, or of names. */
    boolean hasOthers() {
        return server || !personal.isEmpty() || !subscribed.isEmpty() || !mailboxes.isEmpty() || !subtrees.isEmpty();
    }

    /** Returns the events that the client wants of a mailbox when it is not selected. */
    Set<NotifyEvent> events(NamedMailbox mailbox) {
        Set<NotifyEvent> events = events(mailbox.name());
        if (mailbox.access().account().isPersonal()) {
            events.addAll(personal);
        }
        if (mailbox.mailbox().subscribed()) {
            events.addAll(subscribed);
        }
        return events;
    }

    /** Returns the events that the client wants of a name, which can be that of no mailbox. */
    Set<NotifyEvent> events(String name) {
        Set<NotifyEvent> events = EnumSet.noneOf(NotifyEvent.class);
        events.addAll(mailboxes.getOrDefault(name, Set.of()));
        if (!subtrees.isEmpty()) {
            for (String at = name; !at.isEmpty(); at = MailboxNames.parent(at)) {
                events.addAll(subtrees.getOrDefault(at, Set.of()));
            }
        }
        return events;
    }
}
