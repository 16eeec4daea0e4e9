package svc.proto.imap.account;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import svc.cap.mail.api.AnnotationStore;
import svc.cap.mail.api.AnnotationStore.Annotated;
import svc.proto.imap.command.AccountCommand.Depth;
import svc.proto.imap.command.AccountCommand.GetMetadata;
import svc.proto.imap.command.AccountCommand.MetadataValue;
import svc.proto.imap.command.AccountCommand.SetMetadata;
import svc.proto.imap.mailbox.MailboxNames;
import svc.proto.imap.mailbox.NamedMailbox;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;

/**
 * Answers GETMETADATA and SETMETADATA (RFC 5464). The private entries of a guest are in the guest's own account. The special
 * use of a mailbox (RFC 6154 §4) is its role, which this command does not change. The annotations of the server are those
 * of the user's account; there are no shared ones.
 */
final class Annotations {

    private static final String SPECIAL_USE = "/private/specialuse";
    private static final String PRIVATE = "/private/";
    private static final String SHARED = "/shared/";

    /** The maximum length of the name of an entry. */
    private static final int LONGEST_NAME = 255;

    private final MailAccess own;
    private final ResponseWriter out;
    private final AnnotationStore store;

    Annotations(MailAccess own, ResponseWriter out) {
        this.own = own;
        this.out = out;
        this.store = own.services().annotations();
    }

    Reply get(GetMetadata command) throws IOException, RefusedException {
        Optional<NamedMailbox> mailbox = mailbox(MailboxNames.read(own, command.mailbox()), command.mailbox());
        SortedMap<String, byte[]> all = all(mailbox);
        Map<String, byte @Nullable []> found = new LinkedHashMap<>();
        for (String entry : command.entries()) {
            if (command.depth() == Depth.ZERO || all.containsKey(entry)) {
                found.put(entry, all.get(entry));
            }
            String below = entry + "/";
            all.tailMap(below).forEach((name, value) -> {
                boolean child = name.startsWith(below) && name.indexOf('/', below.length()) < 0;
                if ((command.depth() == Depth.INFINITY && name.startsWith(below))
                        || (command.depth() == Depth.ONE && child)) {
                    found.put(name, value);
                }
            });
        }
        long limit = command.maxSize().orElse(Long.MAX_VALUE);
        long longest = found.values().stream()
                .mapToLong(value -> value == null ? 0 : value.length)
                .filter(size -> size > limit)
                .max()
                .orElse(0);
        found.values().removeIf(value -> value != null && value.length > limit);
        write(mailbox, found);
        return longest == 0
                ? Reply.ok("GETMETADATA completed")
                : Reply.ok(ResponseCode.metadata("LONGENTRIES " + longest), "GETMETADATA completed");
    }

    /** Returns the mailbox; empty for the server. */
    private static Optional<NamedMailbox> mailbox(MailboxNames names, String name) throws RefusedException {
        if (name.isEmpty()) {
            return Optional.empty();
        }
        NamedMailbox mailbox = names.require(name);
        if ("rswip".chars().noneMatch(right -> mailbox.has((char) right))) { // RFC 5464 §3.3
            throw new RefusedException(ResponseCode.NOPERM, "You have no right in the mailbox " + name);
        }
        return Optional.of(mailbox);
    }

    private SortedMap<String, byte[]> all(Optional<NamedMailbox> mailbox) {
        SortedMap<String, byte[]> all = new TreeMap<>();
        all.putAll(own.read(snapshot -> store.annotations(snapshot, ofUser(mailbox))));
        mailbox.filter(Annotations::isShared)
                .map(shared ->
                        shared.access().read(snapshot -> store.annotations(snapshot, new Annotated(0, shared.n()))))
                .ifPresent(entries -> entries.forEach((name, value) -> {
                    if (name.startsWith(SHARED)) {
                        all.put(name, value);
                    }
                }));
        mailbox.flatMap(NamedMailbox::specialUse)
                .ifPresent(use -> all.put(SPECIAL_USE, use.getBytes(StandardCharsets.UTF_8)));
        return all;
    }

    private static boolean isShared(NamedMailbox mailbox) {
        return !mailbox.access().account().isPersonal();
    }

    /** Returns what the entries in the user's own account belong to. */
    private static Annotated ofUser(Optional<NamedMailbox> mailbox) {
        return mailbox.map(one -> new Annotated(isShared(one) ? one.key().account() : 0, one.n()))
                .orElse(Annotated.ACCOUNT);
    }

    private void write(Optional<NamedMailbox> mailbox, Map<String, byte @Nullable []> entries) throws IOException {
        String before = " (";
        for (Map.Entry<String, byte @Nullable []> entry : entries.entrySet()) {
            if (before.equals(" (")) {
                out.raw("* METADATA ").mailbox(mailbox.map(NamedMailbox::name).orElse(""));
            }
            out.raw(before).astring(entry.getKey()).raw(" ");
            write(entry.getValue());
            before = " ";
        }
        if (before.equals(" ")) {
            out.raw(")").end();
        }
    }

    private void write(byte @Nullable [] value) throws IOException {
        if (value == null) {
            out.raw("NIL");
        } else if (contains(value, (byte) 0)) {
            out.binaryLiteral(value.length).raw(value);
        } else {
            out.string(value);
        }
    }

    private static boolean contains(byte[] octets, byte wanted) {
        for (byte octet : octets) {
            if (octet == wanted) {
                return true;
            }
        }
        return false;
    }

    Reply set(SetMetadata command) throws RefusedException {
        Optional<NamedMailbox> mailbox = mailbox(MailboxNames.read(own, command.mailbox()), command.mailbox());
        Map<String, byte @Nullable []> values = new LinkedHashMap<>();
        for (MetadataValue value : command.values()) {
            check(mailbox, value);
            values.put(value.entry(), value.value());
        }
        Annotated annotated = ofUser(mailbox);
        boolean stored = own.<Boolean>write("SETMETADATA", tx -> store.annotate(tx, annotated, values));
        return stored
                ? Reply.ok("SETMETADATA completed")
                : Reply.no(ResponseCode.metadata("TOOMANY"), "There are too many entries; remove some of them");
    }

    private static void check(Optional<NamedMailbox> mailbox, MetadataValue value) throws RefusedException {
        String entry = value.entry();
        int levels = entry.split("/", -1).length - 1;
        boolean vendor = entry.startsWith(PRIVATE + "vendor/") || entry.startsWith(SHARED + "vendor/");
        if ((!entry.startsWith(PRIVATE) && !entry.startsWith(SHARED)) || (vendor && levels < 4)) {
            throw new RefusedException(Reply.bad("The name of an entry is /private/NAME, /shared/NAME or"
                    + " /private/vendor/TOKEN/NAME")); // RFC 5464 §3.2
        } else if (entry.length() > LONGEST_NAME) {
            throw new RefusedException(
                    ResponseCode.LIMIT, "The name of an entry can have at most " + LONGEST_NAME + " characters");
        } else if (entry.startsWith(SHARED) && (mailbox.isEmpty() || isShared(mailbox.get()))) {
            throw new RefusedException(ResponseCode.NOPERM, "Only the owner of a mailbox sets its shared entries");
        } else if (entry.equals(SPECIAL_USE)) {
            throw new RefusedException(ResponseCode.CANNOT, "The special use of a mailbox is set by CREATE");
        } else if (value.value() != null && value.value().length > AnnotationStore.LONGEST_VALUE) {
            throw new RefusedException(
                    ResponseCode.metadata("MAXSIZE " + AnnotationStore.LONGEST_VALUE), "The value is too long");
        }
    }
}
