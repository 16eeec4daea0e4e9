package svc.ratelimit.operations;

import java.net.InetAddress;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.net.IpNetwork;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Page;
import svc.api.operation.PageRequest;
import svc.api.operation.Positional;
import svc.ratelimit.bans.Ban;
import svc.ratelimit.bans.BanStore;

/** The operations {@code svc ban}. */
@Component
public final class BanOperations implements OperationGroup {

    private static final int LONGEST_MINUTES = 525_600;
    private static final int LEAST_BITS_IPV4 = 8;
    private static final int LEAST_BITS_IPV6 = 16;

    private final BanStore bans;

    @Activate
    public BanOperations(@Reference BanStore bans) {
        this.bans = bans;
    }

    /** A ban as operators see it. */
    public record BanView(String ip, String reason, int failures, String since, String until) {

        private static BanView of(Ban ban) {
            return new BanView(
                    ban.network().toString(),
                    ban.reason(),
                    ban.failures(),
                    ban.since().truncatedTo(ChronoUnit.SECONDS).toString(),
                    ban.until().truncatedTo(ChronoUnit.SECONDS).toString());
        }
    }

    @Operation(
            command = "ban list",
            help = "List the banned addresses and the end of each ban",
            routes = "GET /bans",
            needs = Needs.STORE)
    public Page<BanView> list(PageRequest page) {
        return page.page(bans.bans().stream().map(BanView::of).toList(), BanView::ip);
    }

    @Operation(command = "ban add", help = "Ban an address or a network for a while", needs = Needs.STORE)
    public BanView add(
            @Positional @Help(NetworkArguments.HELP) String ip,
            @Default("1440") @Help("for how many minutes; a year (525600) at most") int minutes,
            @Help("the reason, for svc ban list") @Nullable String note) {
        IpNetwork network = NetworkArguments.network(ip);
        String reason =
                NetworkArguments.note(note).filter(text -> !text.isEmpty()).orElse("added by an operator");
        if (minutes < 1 || minutes > LONGEST_MINUTES) {
            throw NetworkArguments.invalid("minutes", "must be between 1 and " + LONGEST_MINUTES);
        }
        InetAddress first = network.first();
        if (network.bits() < (first.getAddress().length == 4 ? LEAST_BITS_IPV4 : LEAST_BITS_IPV6)) {
            throw NetworkArguments.invalid("ip", "must not be a network of more than a /8, in IPv6 a /16");
        }
        if (bans.outside().trusts(first)) {
            throw new OperationException(
                    Reason.CONFLICT,
                    network
                            + " is on the whitelist, which has precedence over a ban. Remove it there first: svc whitelist list.");
        }
        return BanView.of(bans.ban(network, reason, Duration.ofMinutes(minutes)));
    }

    @Operation(
            command = "ban remove",
            help = "Remove the ban of an address",
            routes = "DELETE /bans/{ip} 204",
            needs = Needs.STORE)
    public RemovedCount remove(@Positional @Help(NetworkArguments.HELP) String ip) {
        IpNetwork network = NetworkArguments.network(ip);
        if (!bans.unban(network)) {
            throw NetworkArguments.unknown(network, "ban");
        }
        return new RemovedCount(1);
    }

    @Operation(command = "ban clear", help = "Remove all bans", routes = "DELETE /bans", needs = Needs.STORE)
    public RemovedCount clear() {
        return new RemovedCount(bans.unbanAll());
    }
}
