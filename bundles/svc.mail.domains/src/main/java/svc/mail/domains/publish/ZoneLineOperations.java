package svc.mail.domains.publish;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Directory;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Positional;
import svc.mail.domains.proof.DomainText;
import svc.mail.domains.proof.RegisteredDomains;

/** The operation {@code svc domain dns}. */
@Component
public final class ZoneLineOperations implements OperationGroup {

    private final ZoneLines lines;
    private final RegisteredDomains registered;
    private final Directory directory;

    @Activate
    public ZoneLineOperations(
            @Reference ZoneLines lines, @Reference RegisteredDomains registered, @Reference Directory directory) {
        this.lines = lines;
        this.registered = registered;
        this.directory = directory;
    }

    /**
     * The records of a domain as shown to operators.
     *
     * @param items the lines of the zone file, which no table wraps
     * @param records the same records, compared with DNS
     */
    record ZoneView(List<String> items, List<RecordView> records) {}

    /**
     * A record compared with DNS.
     *
     * @param name the name of the record
     * @param type the type of the record
     * @param status the result of the comparison
     * @param found what DNS has instead
     */
    record RecordView(
            String name,
            String type,
            String status,
            @Nullable String found) {

        static RecordView of(ZoneLine line) {
            return new RecordView(
                    line.name(),
                    line.type(),
                    line.status().name().toLowerCase(Locale.ROOT),
                    line.found().isEmpty() ? null : String.join(", ", line.found()));
        }
    }

    @Operation(
            command = "domain dns",
            help = "Print the DNS records that a domain should publish, and compare them with DNS",
            needs = Needs.STORE,
            readOnly = true)
    public ZoneView dns(@Positional @Help("the domain, such as example.org") String domain) {
        String name = DomainText.canonical("domain", domain);
        Optional<String> tenant = directory.tenantOfDomain(name);
        if (tenant.isEmpty() && registered.find(name).isEmpty()) {
            throw new OperationException(
                    Reason.NOT_FOUND,
                    name + " is neither a domain of this server nor registered. First run svc domain add or svc domain"
                            + " register.");
        }
        List<ZoneLine> zone = lines.of(name);
        return new ZoneView(
                zone.stream().map(ZoneLine::text).toList(),
                zone.stream().map(RecordView::of).toList());
    }
}
