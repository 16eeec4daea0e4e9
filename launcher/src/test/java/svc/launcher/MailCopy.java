package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import rs.ltt.jmap.common.entity.Email;
import rs.ltt.jmap.common.entity.EmailAddress;
import rs.ltt.jmap.common.entity.Mailbox;
import rs.ltt.jmap.common.entity.query.EmailQuery;
import rs.ltt.jmap.mua.cache.InMemoryCache;
import rs.ltt.jmap.mua.util.QueryResultItem;
import svc.testkit.bundles.MailCalls;

/** The data of a mail application and of a server in the same form, object by object and property by property. */
final class MailCopy extends InMemoryCache {

    Collection<Email> emails() {
        synchronized (emails) {
            return new ArrayList<>(emails.values());
        }
    }

    Collection<Mailbox> mailboxes() {
        synchronized (mailboxes) {
            return new ArrayList<>(mailboxes.values());
        }
    }

    /** Returns the ids of a list, in its order. */
    List<String> list(EmailQuery query) {
        synchronized (queryResults) {
            InMemoryQueryResult known = queryResults.get(query.asHash());
            return known == null
                    ? List.of()
                    : known.getItems().stream().map(QueryResultItem::getEmailId).toList();
        }
    }

    boolean isEmpty(List<EmailQuery> lists) {
        return lists.stream().anyMatch(query -> list(query).isEmpty());
    }

    Map<String, Map<String, @Nullable Object>> describedMailboxes() {
        Map<String, Map<String, @Nullable Object>> described = new TreeMap<>();
        for (Mailbox mailbox : mailboxes()) {
            Map<String, @Nullable Object> told = new HashMap<>();
            told.put("name", mailbox.getName());
            told.put("parentId", mailbox.getParentId());
            told.put(
                    "role",
                    mailbox.getRole() == null ? null : mailbox.getRole().name().toLowerCase(Locale.ROOT));
            told.put("sortOrder", mailbox.getSortOrder());
            told.put("totalEmails", mailbox.getTotalEmails());
            told.put("unreadEmails", mailbox.getUnreadEmails());
            told.put("totalThreads", mailbox.getTotalThreads());
            told.put("unreadThreads", mailbox.getUnreadThreads());
            told.put("isSubscribed", mailbox.getIsSubscribed());
            described.put(mailbox.getId(), told);
        }
        return described;
    }

    static Map<String, Map<String, @Nullable Object>> mailboxes(JsonNode list) {
        Map<String, Map<String, @Nullable Object>> described = new TreeMap<>();
        for (JsonNode mailbox : list) {
            Map<String, @Nullable Object> told = new HashMap<>();
            mailbox.properties().forEach(property -> told.put(property.getKey(), plain(property.getValue())));
            told.keySet().removeAll(List.of("id", "myRights"));
            described.put(mailbox.path("id").asText(), told);
        }
        return described;
    }

    private static @Nullable Object plain(JsonNode value) {
        return switch (value.getNodeType()) {
            case NULL -> null;
            case NUMBER -> value.asLong();
            case BOOLEAN -> value.asBoolean();
            default -> value.asText();
        };
    }

    Map<String, List<String>> describedThreads() {
        Map<String, List<String>> described = new TreeMap<>();
        synchronized (threads) {
            threads.forEach((id, thread) -> described.put(id, thread.getEmailIds()));
        }
        return described;
    }

    static Map<String, List<String>> threads(JsonNode list) {
        Map<String, List<String>> described = new TreeMap<>();
        list.forEach(thread -> described.put(thread.path("id").asText(), MailCalls.texts(thread.path("emailIds"))));
        return described;
    }

    Map<String, Map<String, @Nullable Object>> describedEmails() {
        Map<String, Map<String, @Nullable Object>> described = new TreeMap<>();
        for (Email email : emails()) {
            Map<String, @Nullable Object> told = new HashMap<>();
            told.put("threadId", email.getThreadId());
            told.put("mailboxIds", new TreeSet<>(email.getMailboxIds().keySet()));
            told.put("keywords", new TreeSet<>(email.getKeywords().keySet()));
            told.put("size", email.getSize());
            told.put("receivedAt", email.getReceivedAt());
            told.put("subject", email.getSubject());
            told.put("from", people(email.getFrom()));
            told.put("to", people(email.getTo()));
            told.put(
                    "attachments",
                    email.getAttachments().stream()
                            .map(part -> part.getBlobId())
                            .toList());
            TreeMap<String, @Nullable String> bodies = new TreeMap<>();
            email.getBodyValues().forEach((part, value) -> bodies.put(part, value.getValue()));
            told.put("bodyValues", bodies);
            described.put(email.getId(), told);
        }
        return described;
    }

    private static List<String> people(@Nullable List<EmailAddress> people) {
        return people == null
                ? List.of()
                : people.stream()
                        .map(one -> Objects.requireNonNullElse(one.getName(), "") + "|" + one.getEmail())
                        .toList();
    }

    static Map<String, Map<String, @Nullable Object>> emails(JsonNode list) {
        Map<String, Map<String, @Nullable Object>> described = new TreeMap<>();
        for (JsonNode email : list) {
            Map<String, @Nullable Object> told = new HashMap<>();
            for (String name : List.of("threadId", "size", "subject")) {
                told.put(name, plain(email.path(name)));
            }
            told.put("mailboxIds", names(email.path("mailboxIds")));
            told.put("keywords", names(email.path("keywords")));
            told.put("receivedAt", Instant.parse(email.path("receivedAt").asText()));
            told.put("from", people(email.path("from")));
            told.put("to", people(email.path("to")));
            told.put("attachments", email.path("attachments").findValuesAsText("blobId"));
            TreeMap<String, @Nullable String> bodies = new TreeMap<>();
            email.path("bodyValues")
                    .properties()
                    .forEach(part -> bodies.put(
                            part.getKey(), part.getValue().path("value").asText()));
            told.put("bodyValues", bodies);
            described.put(email.path("id").asText(), told);
        }
        return described;
    }

    private static Set<String> names(JsonNode object) {
        TreeSet<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<String> people(JsonNode list) {
        List<String> people = new ArrayList<>();
        list.forEach(one ->
                people.add((one.path("name").isTextual() ? one.path("name").asText() : "")
                        + "|"
                        + one.path("email").asText()));
        return people;
    }
}
