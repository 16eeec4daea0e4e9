package svc.cap.mail;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.cap.mail.capability.MailOracle;
import svc.cap.mail.capability.MailOracle.Item;
import svc.testkit.engine.Response;

/** A client that reads everything once and then only follows {@code /changes} and {@code Email/queryChanges}. */
public final class MailFollower {

    private static final List<String> COUNTS = List.of("totalEmails", "unreadEmails", "totalThreads", "unreadThreads");

    private final AccountUnderTest account;
    private final MailOracle oracle;
    private final Random random;
    private final Map<String, String> states = new HashMap<>();
    private final Map<String, Map<String, Map<String, @Nullable Object>>> held = new HashMap<>();
    private Map<String, Object> query = Map.of();
    private String queryState = "";
    private List<String> results = List.of();

    /** Reads everything. */
    public MailFollower(AccountUnderTest account, MailOracle oracle, Random random) {
        this.account = account;
        this.oracle = oracle;
        this.random = random;
        for (String type : List.of("Mailbox", "Thread")) {
            states.put(type, account.state(type));
            held.put(type, new HashMap<>(account.all(type)));
        }
        begin();
    }

    private Map<String, Map<String, @Nullable Object>> held(String type) {
        return requireNonNull(held.get(type));
    }

    /**
     * Reads the changes and compares the result with the server. If the server stops in between, the next call
     * continues from the last state.
     */
    public void follow() {
        states.keySet().forEach(type -> {
            catchUp(type);
            assertThat(held(type)).as(type).isEqualTo(account.all(type));
        });
        catchUpQuery();
        Response fresh = account.call("Email/query", query).done();
        assertThat(results).as("results of " + query).isEqualTo(fresh.texts("ids"));
        assertThat(fresh.texts("ids")).as("oracle of " + query).isEqualTo(expected());
        page(fresh);
        if (random.nextInt(5) == 0) {
            begin();
        }
    }

    private void catchUp(String type) {
        boolean more = true;
        while (more) {
            Response changes = account.call(
                            type + "/changes",
                            Map.of("sinceState", states.get(type), "maxChanges", 1 + random.nextInt(20)))
                    .done();
            List<String> ids = Stream.concat(changes.texts("created").stream(), changes.texts("updated").stream())
                    .toList();
            Object only = changes.arguments().get("updatedProperties");
            if (only != null) {
                assertThat(new HashSet<>(changes.texts("updatedProperties"))).isEqualTo(Set.copyOf(COUNTS));
                fetch(type, changes.texts("created"), null);
                fetch(type, changes.texts("updated"), changes.texts("updatedProperties"));
            } else {
                fetch(type, ids, null);
            }
            changes.texts("destroyed").forEach(held(type)::remove);
            states.put(type, changes.text("newState"));
            more = Boolean.TRUE.equals(changes.arguments().get("hasMoreChanges"));
        }
    }

    private void fetch(String type, List<String> ids, @Nullable List<String> properties) {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("ids", ids);
        if (properties != null) {
            arguments.put("properties", properties);
        }
        Response answer = account.call(type + "/get", arguments).done();
        for (Object one : answer.list("list")) {
            Map<String, @Nullable Object> object = new HashMap<>();
            ((Map<?, ?>) one).forEach((name, value) -> object.put((String) name, value));
            String id = (String) object.get("id");
            Map<String, @Nullable Object> merged = properties == null
                    ? new HashMap<>()
                    : new HashMap<>(requireNonNull(held(type).get(id)));
            merged.putAll(object);
            held(type).put(id, merged);
        }
        answer.texts("notFound").forEach(held(type)::remove);
    }

    private void begin() {
        Map<String, Object> next = query();
        Response answer = account.call("Email/query", next).done();
        assertThat(answer.arguments().get("canCalculateChanges")).isEqualTo(true);
        query = next;
        queryState = answer.text("queryState");
        results = new ArrayList<>(answer.texts("ids"));
    }

    private Map<String, Object> query() {
        Map<String, Object> filter = new HashMap<>();
        String mailbox =
                oracle.mailboxes().get(random.nextInt(oracle.mailboxes().size()));
        String word = List.of("$seen", "$flagged", "work").get(random.nextInt(3));
        switch (random.nextInt(account.searches() ? 12 : 9)) {
            case 0 -> filter.put("hasKeyword", word);
            case 1 -> filter.put("notKeyword", word);
            case 2 -> filter.put("someInThreadHaveKeyword", word);
            case 3 -> filter.put("allInThreadHaveKeyword", word);
            case 4 -> filter.put("noneInThreadHaveKeyword", word);
            case 5 -> filter.put("inMailboxOtherThan", List.of(mailbox));
            case 9, 10, 11 -> filter.put("body", TestMessage.word(random.nextInt(TestMessage.WORDS)));
            case 6 -> filter.put("after", TestMessage.DAY.plusSeconds(20).toString());
            default -> {
                // no condition but the mailbox
            }
        }
        if (random.nextInt(3) > 0) {
            filter.put("inMailbox", mailbox);
        }
        Map<String, Object> wanted = new HashMap<>();
        wanted.put("filter", filter);
        wanted.put("collapseThreads", random.nextBoolean());
        String sort = List.of("receivedAt", "receivedAt", "receivedAt", "size", "someInThreadHaveKeyword", "hasKeyword")
                .get(random.nextInt(6));
        Map<String, Object> step = new HashMap<>(Map.of("property", sort, "isAscending", random.nextBoolean()));
        if (sort.endsWith("Keyword")) {
            step.put("keyword", word);
        }
        wanted.put("sort", List.of(step));
        return wanted;
    }

    private void catchUpQuery() {
        Map<String, Object> arguments = new HashMap<>(query);
        arguments.put("sinceQueryState", queryState);
        Response changes = account.call("Email/queryChanges", arguments).done();
        results.removeAll(changes.texts("removed"));
        for (Object one : changes.list("added")) {
            Map<?, ?> added = (Map<?, ?>) one;
            results.add(requireNonNull((Number) added.get("index")).intValue(), (String) added.get("id"));
        }
        queryState = changes.text("newQueryState");
    }

    /** Checks a page by position or anchor against the whole results, and the total against their number. */
    private void page(Response fresh) {
        List<String> all = fresh.texts("ids");
        Map<String, Object> arguments = new HashMap<>(query);
        int from = random.nextInt(all.size() + 1);
        int limit = 1 + random.nextInt(10);
        if (!all.isEmpty() && random.nextBoolean()) {
            from = Math.min(from, all.size() - 1);
            arguments.put("anchor", all.get(from));
        } else {
            arguments.put("position", from);
        }
        arguments.put("limit", limit);
        arguments.put("calculateTotal", true);
        Response page = account.call("Email/query", arguments).done();
        assertThat(page.texts("ids"))
                .as("page of " + arguments)
                .isEqualTo(all.subList(from, Math.min(all.size(), from + limit)));
        assertThat(requireNonNull((Number) page.arguments().get("total")).intValue())
                .as("total of " + arguments)
                .isEqualTo(all.size());
    }

    private List<String> expected() {
        Map<?, ?> filter = requireNonNull((Map<?, ?>) query.get("filter"));
        Map<?, ?> step = (Map<?, ?>) requireNonNull((List<?>) query.get("sort")).get(0);
        Comparator<Item> order = order(String.valueOf(step.get("property")), String.valueOf(step.get("keyword")));
        boolean ascending = Boolean.TRUE.equals(step.get("isAscending"));
        Comparator<Item> number = Comparator.comparingLong(item -> item.number());
        boolean received = "receivedAt".equals(step.get("property"));
        Comparator<Item> whole = received
                ? ascending
                        ? order.thenComparing(number)
                        : order.thenComparing(number).reversed()
                : (ascending ? order : order.reversed()).thenComparing(number);
        Set<Object> threads = new HashSet<>();
        return oracle.items().stream()
                .filter(item -> matches(item, filter))
                .sorted(whole)
                .filter(item -> !Boolean.TRUE.equals(query.get("collapseThreads")) || threads.add(item.conversation))
                .map(item -> item.id)
                .toList();
    }

    private static Comparator<Item> order(String property, String keyword) {
        return switch (property) {
            case "receivedAt" -> Comparator.comparingLong(item -> item.received);
            case "size" -> Comparator.comparingLong(item -> item.serial);
            case "hasKeyword" -> Comparator.comparing(item -> item.keywords.contains(keyword));
            default ->
                Comparator.comparing(
                        item -> item.conversation.items.stream().anyMatch(one -> one.keywords.contains(keyword)));
        };
    }

    private static boolean matches(Item item, Map<?, ?> filter) {
        return filter.entrySet().stream().allMatch(entry -> {
            Object value = entry.getValue();
            return switch ((String) entry.getKey()) {
                case "inMailbox" -> item.places.contains(value);
                case "inMailboxOtherThan" ->
                    !new TreeSet<>(item.places).equals(new TreeSet<>(List.of((String) ((List<?>) value).get(0))));
                case "after" -> item.received >= 20;
                case "body" -> TestMessage.word(item.serial).equals(value);
                case "hasKeyword" -> item.keywords.contains(value);
                case "notKeyword" -> !item.keywords.contains(value);
                case "allInThreadHaveKeyword" ->
                    item.conversation.items.stream().allMatch(one -> one.keywords.contains(value));
                case "someInThreadHaveKeyword" ->
                    item.conversation.items.stream().anyMatch(one -> one.keywords.contains(value));
                default -> item.conversation.items.stream().noneMatch(one -> one.keywords.contains(value));
            };
        });
    }
}
