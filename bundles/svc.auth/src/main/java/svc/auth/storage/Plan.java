package svc.auth;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What an organization gets.
 *
 * @param name its name
 * @param quota the quota in bytes of an account that has none of its own; empty for no limit
 * @param accounts how many accounts it may have; empty for no limit
 * @param capabilities the URNs it may use beside Core; empty for all
 */
record Plan(String name, OptionalLong quota, OptionalLong accounts, Optional<Set<String>> capabilities) {

    /** What every organization has, whatever else is taken away: without it there is no request. */
    static final String CORE = "urn:ietf:params:jmap:core";

    /** A plan that limits nothing. */
    static Plan boundless(String name) {
        return new Plan(name, OptionalLong.empty(), OptionalLong.empty(), Optional.empty());
    }

    /** The plan of a text such as {@code small quota_bytes=1000000 accounts=5 capabilities=urn:a,urn:b}. */
    static Plan of(String text) {
        String[] words = text.strip().split("\\s+");
        Plan plan = boundless(words[0]);
        for (String word : List.of(words).subList(1, words.length)) {
            plan = plan.with(word);
        }
        return plan;
    }

    private Plan with(String word) {
        String value = word.substring(word.indexOf('=') + 1);
        return switch (word.substring(0, Math.max(0, word.indexOf('=')))) {
            case "quota_bytes" -> new Plan(name, OptionalLong.of(Long.parseLong(value)), accounts, capabilities);
            case "accounts" -> new Plan(name, quota, OptionalLong.of(Long.parseLong(value)), capabilities);
            case "capabilities" -> new Plan(name, quota, accounts, Optional.of(Set.of(value.split(","))));
            default -> throw new IllegalArgumentException("The plan " + name + " says " + word);
        };
    }

    /** Whether it holds a capability. */
    boolean allows(String urn) {
        return capabilities.isEmpty() || urn.equals(CORE) || capabilities.get().contains(urn);
    }
}
