package svc.guard;

import java.net.InetAddress;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.guard.Network;

/** Who is banned and who is trusted at one moment, for quick looks; never changed, only replaced. */
final class Outside {

    private final Map<Network, Ban> bans = new HashMap<>();
    private final List<Network> trusted;

    Outside(List<Ban> bans, List<Trusted> trusted) {
        bans.forEach(ban -> this.bans.put(ban.network(), ban));
        this.trusted = trusted.stream().map(Trusted::network).toList();
    }

    boolean trusts(InetAddress address) {
        for (Network network : trusted) {
            if (network.contains(address)) {
                return true;
            }
        }
        return false;
    }

    Optional<Ban> ban(InetAddress address, Instant now) {
        if (bans.isEmpty()) {
            return Optional.empty();
        }
        Ban own = holding(Network.of(address, address.getAddress().length * 8), now);
        return Optional.ofNullable(own == null ? holding(Failures.around(address), now) : own);
    }

    private @Nullable Ban holding(Network network, Instant now) {
        Ban ban = bans.get(network);
        return ban != null && ban.holds(now) ? ban : null;
    }
}
