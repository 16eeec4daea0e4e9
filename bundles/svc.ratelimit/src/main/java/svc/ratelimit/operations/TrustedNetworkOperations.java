package svc.ratelimit.operations;

import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.net.IpNetwork;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationGroup;
import svc.api.operation.Page;
import svc.api.operation.PageRequest;
import svc.api.operation.Positional;
import svc.ratelimit.bans.BanStore;
import svc.ratelimit.bans.TrustedNetwork;

/** The operations {@code svc whitelist}. */
@Component
public final class TrustedNetworkOperations implements OperationGroup {

    private final BanStore bans;

    @Activate
    public TrustedNetworkOperations(@Reference BanStore bans) {
        this.bans = bans;
    }

    /** A trusted network as operators see it. */
    public record TrustedNetworkView(String ip, @Nullable String note, String createdAt) {

        private static TrustedNetworkView of(TrustedNetwork trusted) {
            return new TrustedNetworkView(
                    trusted.network().toString(),
                    trusted.note().isEmpty() ? null : trusted.note(),
                    trusted.createdAt().truncatedTo(ChronoUnit.SECONDS).toString());
        }
    }

    @Operation(
            command = "whitelist list",
            help = "List the addresses that are never limited and never banned",
            routes = "GET /whitelist",
            needs = Needs.STORE)
    public Page<TrustedNetworkView> list(PageRequest page) {
        return page.page(bans.trusted().stream().map(TrustedNetworkView::of).toList(), TrustedNetworkView::ip);
    }

    @Operation(
            command = "whitelist show",
            help = "Show an entry of the whitelist",
            routes = "GET /whitelist/{ip}",
            needs = Needs.STORE)
    public TrustedNetworkView show(@Positional @Help(NetworkArguments.HELP) String ip) {
        IpNetwork network = NetworkArguments.network(ip);
        return bans.trusted(network)
                .map(TrustedNetworkView::of)
                .orElseThrow(() -> NetworkArguments.unknown(network, "whitelist"));
    }

    @Operation(
            command = "whitelist add",
            help = "Never limit and never ban an address or a network",
            routes = {"POST /whitelist 201", "POST /whitelist/{ip} 201"},
            needs = Needs.STORE)
    public TrustedNetworkView add(
            @Positional @Help(NetworkArguments.HELP) String ip,
            @Help("the reason, for svc whitelist list") @Nullable String note) {
        return TrustedNetworkView.of(bans.trust(NetworkArguments.network(ip), NetworkArguments.note(note)));
    }

    @Operation(
            command = "whitelist remove",
            help = "Limit and ban an address like every other address again",
            routes = "DELETE /whitelist/{ip} 204",
            needs = Needs.STORE)
    public RemovedCount remove(@Positional @Help(NetworkArguments.HELP) String ip) {
        IpNetwork network = NetworkArguments.network(ip);
        if (!bans.distrust(network)) {
            throw NetworkArguments.unknown(network, "whitelist");
        }
        return new RemovedCount(1);
    }

    @Operation(
            command = "whitelist clear",
            help = "Remove all entries; the addresses in [security] trusted_ips stay trusted",
            routes = "DELETE /whitelist",
            needs = Needs.STORE)
    public RemovedCount clear() {
        return new RemovedCount(bans.distrustAll());
    }
}
