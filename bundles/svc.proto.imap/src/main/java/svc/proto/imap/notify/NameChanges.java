package svc.proto.imap.notify;

import static svc.proto.imap.command.Notify.NotifyEvent.MAILBOXNAME;
import static svc.proto.imap.command.Notify.NotifyEvent.SUBSCRIPTIONCHANGE;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import svc.proto.imap.command.Notify.NotifyEvent;
import svc.proto.imap.mailbox.MailboxNames;
import svc.proto.imap.mailbox.NamedMailbox;
import svc.proto.imap.response.ListResponse;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.MailboxKey;

/**
 * The difference between the names of mailboxes at two times, for a client (RFC 5465 §5.4 and §5.5). A mailbox that the user
 * can no longer see does not exist for the client. Not thread-safe.
 */
final class NameChanges {

    private final MailboxNames before;
    private final MailboxNames now;
    private final NotifySettings settings;
    private final OwnChanges own;

    /** The names that are sent, in order. */
    private final Set<String> affected = new TreeSet<>();

    /** Former names by the new ones, of mailboxes that were renamed together with all mailboxes below them. */
    private final Map<String, String> renamed = new HashMap<>();

    /**
     * Compares names.
     *
     * @param own the changes of the command that the client has just executed: it knows about them
     */
    NameChanges(MailboxNames before, MailboxNames now, NotifySettings settings, OwnChanges own) {
        this.before = before;
        this.now = now;
        this.settings = settings;
        this.own = own;
    }

    void write(ResponseWriter out) throws IOException {
        Map<MailboxKey, NamedMailbox> former = byKey(before);
        Map<MailboxKey, NamedMailbox> present = byKey(now);
        for (NamedMailbox mailbox : now.all()) {
            NamedMailbox same = former.get(mailbox.key());
            if (same == null) {
                created(mailbox);
            } else if (!same.name().equals(mailbox.name())) {
                renamed(same, mailbox);
            } else if (same.mailbox().subscribed() != mailbox.mailbox().subscribed()
                    && (wants(SUBSCRIPTIONCHANGE, same) || wants(SUBSCRIPTIONCHANGE, mailbox))) {
                add(mailbox.name());
            }
        }
        former.forEach((key, mailbox) -> {
            if (!present.containsKey(key) && wants(MAILBOXNAME, mailbox)) {
                add(mailbox.name());
                parent(mailbox);
            }
        });
        for (String name : affected) {
            new ListResponse(attributes(name), name, List.of(), renamed.get(name)).write(out);
        }
    }

    private static Map<MailboxKey, NamedMailbox> byKey(MailboxNames names) {
        Map<MailboxKey, NamedMailbox> byKey = new HashMap<>();
        names.all().forEach(one -> byKey.put(one.key(), one));
        return byKey;
    }

    private boolean wants(NotifyEvent event, NamedMailbox mailbox) {
        return settings.events(mailbox).contains(event);
    }

    private void created(NamedMailbox mailbox) {
        if (wants(MAILBOXNAME, mailbox)) {
            add(mailbox.name());
            parent(mailbox);
        } else if (mailbox.mailbox().subscribed() && wants(SUBSCRIPTIONCHANGE, mailbox)) {
            add(mailbox.name());
        }
    }

    /** Adds the name above a mailbox that was created or deleted, which may be that of no mailbox. */
    private void parent(NamedMailbox mailbox) {
        String parent = MailboxNames.parent(mailbox.name());
        Optional<NamedMailbox> existing = now.find(parent).or(() -> before.find(parent));
        if (!parent.isEmpty()
                && existing.map(settings::events)
                        .orElseGet(() -> settings.events(parent))
                        .contains(MAILBOXNAME)) {
            add(parent);
        }
    }

    /** Adds a renamed mailbox, unless a mailbox above it, which is sent, has taken it along. */
    private void renamed(NamedMailbox same, NamedMailbox mailbox) {
        boolean takenAlong = MailboxNames.parent(same.name()).equals(renamed.get(MailboxNames.parent(mailbox.name())))
                && last(same.name()).equals(last(mailbox.name()));
        if (takenAlong) {
            renamed.put(mailbox.name(), same.name());
        } else if (wants(MAILBOXNAME, same) || wants(MAILBOXNAME, mailbox)) {
            renamed.put(mailbox.name(), same.name());
            add(mailbox.name());
        }
    }

    private static String last(String name) {
        return name.substring(MailboxNames.parent(name).length());
    }

    private void add(String name) {
        if (!own.names(name)) {
            affected.add(name);
        }
    }

    private List<String> attributes(String name) {
        List<String> attributes = new ArrayList<>();
        Optional<NamedMailbox> mailbox = now.find(name);
        if (mailbox.isEmpty()) {
            attributes.add("\\NonExistent");
        } else if (mailbox.get().mailbox().subscribed()) {
            attributes.add("\\Subscribed");
        }
        if (now.hasChildren(name)) {
            attributes.add("\\HasChildren");
        } else if (mailbox.isPresent()) {
            attributes.add("\\HasNoChildren");
        }
        mailbox.flatMap(NamedMailbox::specialUse).ifPresent(attributes::add);
        return attributes;
    }
}
