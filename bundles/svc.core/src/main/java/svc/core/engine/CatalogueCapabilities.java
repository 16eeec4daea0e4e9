package svc.core.engine;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.health.NameConflicts;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.jmap.OfferedCapabilities;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.core.dispatch.Catalogue;
import svc.core.dispatch.Contribution.Offered;
import svc.core.dispatch.RegisteredMethod;
import svc.core.registry.ContributionRegistry;
import svc.core.registry.CoreCapability;

/**
 * Reports the contents of the current catalogue: the offered capabilities to other bundles and to operators
 * ({@code svc capability list}), and the rejected capabilities, types and methods to the doctor and to the bundle that
 * installs extensions.
 */
@Component
public final class CatalogueCapabilities implements OfferedCapabilities, NameConflicts, HealthCheck, OperationGroup {

    private static final String CHECK = "capabilities";

    private final ContributionRegistry registry;
    private final Directory directory;

    @Activate
    public CatalogueCapabilities(@Reference EngineComponent service, @Reference Directory directory) {
        this(service.registry(), directory);
    }

    CatalogueCapabilities(ContributionRegistry registry, Directory directory) {
        this.registry = registry;
        this.directory = directory;
    }

    @Override
    public Set<String> switchable() {
        return urns(offered -> offered.inSession() && !offered.urn().equals(CoreCapability.URN));
    }

    @Override
    public boolean isOfferedBy(long bundleId, String urn) {
        Offered offered = registry.catalogue().capabilities().get(urn);
        return offered != null && offered.origin().bundleId() == bundleId;
    }

    @Override
    public Optional<String> obstacle(String organization, String urn) {
        return registry.catalogue().obstacle(urn, organization, directory);
    }

    @Override
    public boolean isAvailableTo(Account account, String urn) {
        Offered offered = registry.catalogue().capabilities().get(urn);
        return offered == null || offered.isAvailableTo(account);
    }

    @Override
    public Set<String> accountCapabilities() {
        return urns(Offered::inAccounts);
    }

    private Set<String> urns(Predicate<Offered> wanted) {
        return registry.catalogue().capabilities().values().stream()
                .filter(wanted)
                .map(Offered::urn)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public Optional<Conflict> of(long bundleId) {
        registry.settle(bundleId); // the bundle has started, so its capabilities can be published
        return registry.catalogue().refused().stream()
                .filter(refused -> refused.bundleId() == bundleId)
                .findFirst()
                .map(refused -> new Conflict(refused.reason(), refused.remedy()));
    }

    @Override
    public String family() {
        return "bundles";
    }

    @Override
    public List<Finding> run() {
        Catalogue catalogue = registry.catalogue();
        List<Finding> findings = catalogue.refused().stream()
                .map(refused -> Finding.warn(CHECK, refused.reason(), refused.remedy()))
                .toList();
        return findings.isEmpty()
                ? List.of(Finding.ok(
                        CHECK,
                        catalogue.capabilities().size() + " capabilities with "
                                + catalogue.methods().size() + " methods are offered."))
                : findings;
    }

    /**
     * A row of the list of capabilities.
     *
     * @param urn the URN of the capability
     * @param bundle the bundle that provides it
     * @param methods the methods of this capability
     */
    record CapabilityRow(String urn, String bundle, List<String> methods) {}

    @Operation(command = "capability list", help = "List the capabilities that clients can use, and their methods")
    public List<CapabilityRow> list() {
        Catalogue catalogue = registry.catalogue();
        return catalogue.capabilities().values().stream()
                .map(offered ->
                        new CapabilityRow(offered.urn(), offered.origin().bundle(), methods(catalogue, offered.urn())))
                .toList();
    }

    private static List<String> methods(Catalogue catalogue, String urn) {
        return catalogue.methods().values().stream()
                .filter(method -> method.capabilities().contains(urn))
                .map(RegisteredMethod::name)
                .toList();
    }
}
