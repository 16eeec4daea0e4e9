package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The objects on which an operation is tested: a tenant, an account and others, created on first use and in the same
 * way for every interface. A text names them as {@code <tenant>}.
 */
final class OperationSubject {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern TIME = Pattern.compile("\\d{4}-?\\d\\d-?\\d\\dT[0-9:.]+Z");

    private final RunningServer server;
    private final Map<String, String> known = new LinkedHashMap<>();

    /**
     * Creates a subject without objects.
     *
     * @param n a unique number
     */
    OperationSubject(RunningServer server, int n) {
        this.server = server;
        known.put("domain", "s" + n + ".test");
        known.put("other", "o" + n + ".test");
        known.put("ip", "10.1." + n / 200 + "." + (n % 200 + 1));
        known.put("file", "none");
    }

    RunningServer server() {
        return server;
    }

    void know(String name, String value) {
        known.put(name, value);
    }

    /** Replaces the names in a text. */
    String say(String text) {
        String said = text;
        for (int at = said.indexOf('<'); at >= 0; at = said.indexOf('<', at)) {
            int end = said.indexOf('>', at);
            String name = said.substring(at + 1, end);
            String value = known.containsKey(name) ? Objects.requireNonNull(known.get(name)) : make(name);
            said = said.substring(0, at) + value + said.substring(end + 1);
            at += value.length();
        }
        return said;
    }

    private String make(String name) {
        Supplier<String> maker = Map.<String, Supplier<String>>of(
                        "tenant", () -> id("", "tenant create --domain <domain> --domain <other>"),
                        "email", () -> say("ann@<domain>"),
                        "account",
                                () -> id(
                                        SignedIn.PASSWORD,
                                        say("<tenant>").isEmpty()
                                                ? ""
                                                : "account create --email <email> --password-stdin"),
                        "group",
                                () -> say("<account>").isEmpty()
                                        ? ""
                                        : id("", "group create --tenant-id <tenant> --name Team"),
                        "session", this::session,
                        "app", () -> id("", "app-password create --account <email> --name <account>"))
                .get(name);
        String value = Objects.requireNonNull(maker, name).get();
        known.put(name, value);
        return value;
    }

    private String session() {
        say("<account>");
        SignedIn.again(server, say("<email>"));
        return run("", "session list --account <email>").path(0).path("id").asText();
    }

    private String id(String input, String words) {
        return run(input, words).path("id").asText();
    }

    /** Runs a command that must succeed. */
    JsonNode run(String input, String words) {
        SvcCommand.Finished finished = server.command(input, (say(words) + " --json").split(" "));
        if (finished.exit() != 0) {
            throw new AssertionError(words + ": " + finished);
        }
        return OperationInterface.json(finished.out());
    }

    /** Runs a command that may fail. */
    JsonNode look(String words) {
        return alike(OperationInterface.json(
                server.command("", (say(words) + " --json").split(" ")).out()));
    }

    /**
     * Returns a result without names, numbers, secrets and times of this subject, so that the results of all subjects
     * are equal.
     */
    JsonNode alike(JsonNode told) {
        String text = TIME.matcher(told.toString()).replaceAll("TIME");
        for (Map.Entry<String, String> entry : known.entrySet()) {
            // A short id may also be a word, such as at.
            text = text.replaceAll(
                    "(?<=[\"/@.-]|account |organization |job |address )" + Pattern.quote(entry.getValue()) + "\\b",
                    "<" + entry.getKey() + ">");
        }
        return masked("", OperationInterface.json(text));
    }

    private static JsonNode masked(String name, JsonNode node) {
        if (node.isObject()) {
            ObjectNode masked = JSON.createObjectNode();
            node.properties().forEach(e -> masked.set(e.getKey(), masked(e.getKey(), e.getValue())));
            return masked;
        } else if (node.isArray()) {
            var masked = JSON.createArrayNode();
            node.forEach(value -> masked.add(masked(name, value)));
            return masked;
        }
        boolean made = name.matches("id|.*_id|erasure|secret|next|record_value|began_by")
                && !node.asText().startsWith("<");
        boolean counted = (name.matches(".*_bytes") && node.asLong() > 100_000)
                || name.matches("uptime_seconds|duration_seconds|added_bytes");
        return made || counted ? TextNode.valueOf(node.isTextual() ? "MADE" : "COUNTED") : node;
    }
}
