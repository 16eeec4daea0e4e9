package svc.admin.operations;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.api.operation.Operations.Declaration;

/**
 * An immutable table of the offered and the refused operations.
 *
 * @param entries the offered operations by noun and verb
 * @param refusals the refused operations
 */
record OperationTable(Map<String, RegisteredOperation> entries, List<RefusedOperation> refusals) {

    static OperationTable of(List<OperationCandidate> candidates) {
        Map<String, RegisteredOperation> entries = new HashMap<>();
        Map<String, String> owners = new HashMap<>();
        List<RefusedOperation> refusals = new ArrayList<>();
        for (OperationCandidate candidate : candidates) {
            candidate.broken().ifPresent(refusals::add);
            candidate.entry().ifPresent(entry -> {
                List<String> claims = claims(entry.declaration());
                Optional<String> taken =
                        claims.stream().filter(owners::containsKey).findFirst();
                if (taken.isPresent()) {
                    refusals.add(
                            conflict(candidate.bundle(), taken.get(), owners.getOrDefault(taken.get(), "another")));
                    return;
                }
                claims.forEach(claim -> owners.put(claim, candidate.bundle()));
                entries.put(
                        entry.declaration().noun() + " " + entry.declaration().verb(), entry);
            });
        }
        return new OperationTable(Map.copyOf(entries), List.copyOf(refusals));
    }

    private static List<String> claims(Declaration declaration) {
        List<String> claims = new ArrayList<>();
        claims.add("the command svc " + (declaration.noun() + " " + declaration.verb()).strip());
        declaration
                .routes()
                .forEach(route -> claims.add("the route " + route.method() + " /admin/v1/"
                        + PathTemplate.of(route.path()).shape()));
        return claims;
    }

    private static RefusedOperation conflict(String bundle, String claim, String owner) {
        return new RefusedOperation(
                bundle,
                "An operation of " + bundle + " is not offered: " + claim + " belongs to " + owner + ".",
                "Remove one of the two bundles with svc bundle remove.");
    }
}
