package svc.guard;

import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import svc.api.guard.Network;

/** Who is banned and who is trusted, for quick looks. A ban more is put in; after any other change it is replaced. */
final class Outside {

    private final Map<Network, Ban> bans = new ConcurrentHashMap<>();
    private final List<Network> trusted;

    Outside(List<Ban> bans, List<Trusted> trusted) {
        bans.forEach(ban -> this.bans.put(ban.network(), ban));
        this.trusted = trusted.stream().map(Trusted::network).toList();
    }

    /** One ban more, or another one of the same network. */
    void put(Ban ban) {
        bans.put(ban.network(), ban);
    }

    /** How many bans there are, with those that have ended and are remembered. */
    int size() {
        return bans.size();
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
