package svc.auth.storage;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import svc.api.config.ByteSize;

/**
 * The limits and capabilities of a tenant.
 *
 * @param name the name of the plan
 * @param quota the quota in bytes of an account without a quota of its own; empty for no limit
 * @param accounts the maximum number of accounts; empty for no limit
 * @param capabilities the URNs that the tenant may use besides Core; empty for all
 */
public record Plan(String name, OptionalLong quota, OptionalLong accounts, Optional<Set<String>> capabilities) {

    /** The capability that every tenant has: each JMAP request needs it. */
    static final String CORE = "urn:ietf:params:jmap:core";

    /** Old URNs of renamed capabilities, which configured plans may still contain. */
    private static final Map<String, String> RENAMED =
            Map.of("urn:svc:params:jmap:apppasswords", "urn:svc:params:jmap:v2:apppasswords");

    /** Returns a plan without limits. */
    static Plan boundless(String name) {
        return new Plan(name, OptionalLong.empty(), OptionalLong.empty(), Optional.empty());
    }

    /** Parses a plan such as {@code small quota_bytes=1GB accounts=5 capabilities=urn:a,urn:b}. */
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
            case "quota_bytes" -> new Plan(name, ByteSize.parse(value), accounts, capabilities);
            case "accounts" -> new Plan(name, quota, OptionalLong.of(Long.parseLong(value)), capabilities);
            case "capabilities" ->
                new Plan(
                        name,
                        quota,
                        accounts,
                        Optional.of(Stream.of(value.split(","))
                                .map(urn -> RENAMED.getOrDefault(urn, urn))
                                .collect(Collectors.toSet())));
            default -> throw new IllegalArgumentException("The plan " + name + " says " + word);
        };
    }

    /** Returns whether the plan includes the capability. */
    public boolean allows(String urn) {
        return capabilities.isEmpty() || urn.equals(CORE) || capabilities.get().contains(urn);
    }
}
