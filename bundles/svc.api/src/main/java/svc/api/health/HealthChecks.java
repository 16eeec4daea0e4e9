package svc.api.health;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.health.HealthCheck.Cost;

/**
 * Runs the registered health checks side by side, each with a time limit. Available as a service.
 *
 * <p>Thread-safe: two callers that need the same check at the same time share one run of it.
 */
@ProviderType
public interface HealthChecks {

    /** The facts of a finding of a check that did not answer in time. The finding does not describe the checked part. */
    Map<String, Object> LATE = Map.of("late", true);

    /** Returns the families of the registered checks. */
    Set<String> families();

    /**
     * Runs checks and returns their findings, in the order of the families and names. A check that is late is reported
     * with a warning under its declared names, with the facts {@link #LATE}; a check that throws is reported as failed.
     *
     * @param family the family of the checks; empty for all families
     * @param costs the costs of the checks that run; the other checks are reported as skipped
     */
    List<Result> run(Optional<String> family, Set<Cost> costs);

    /** A finding and the family of its check. */
    record Result(String family, Finding finding) {

        /** Returns the members of the result in JSON. Optional members without a value are absent (DOC-03). */
        public Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("check", finding.check());
            members.put("status", finding.status().word());
            members.put("detail", finding.detail());
            if (!family.isEmpty()) {
                members.put("family", family);
            }
            if (!finding.facts().isEmpty()) {
                members.put("facts", finding.facts());
            }
            finding.remedy().ifPresent(remedy -> members.put("remedy", remedy));
            return members;
        }
    }
}
