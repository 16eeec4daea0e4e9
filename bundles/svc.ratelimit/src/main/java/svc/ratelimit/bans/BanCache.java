package svc.ratelimit.bans;

import java.net.InetAddress;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import svc.api.net.IpNetwork;

/** The bans and trusted networks in memory. A new ban is added; after any other change the cache is replaced. */
public final class BanCache {

    private final Map<IpNetwork, Ban> bans = new ConcurrentHashMap<>();
    /** The prefix lengths of the bans. There are only few different lengths. */
    private final Set<Integer> lengths = ConcurrentHashMap.newKeySet();

    private final List<IpNetwork> trusted;

    BanCache(List<Ban> bans, List<TrustedNetwork> trusted) {
        bans.forEach(this::put);
        this.trusted = trusted.stream().map(TrustedNetwork::network).toList();
    }

    /** Adds a ban, or replaces the ban of the same network. */
    void put(Ban ban) {
        bans.put(ban.network(), ban);
        lengths.add(ban.network().bits());
    }

    /**
     * Returns the number of bans. This includes bans that have ended but still lengthen the next ban of their network.
     */
    public int size() {
        return bans.size();
    }

    public boolean trusts(InetAddress address) {
        for (IpNetwork network : trusted) {
            if (network.contains(address)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the ban of the narrowest banned network that contains the address. */
    public Optional<Ban> ban(InetAddress address, Instant now) {
        if (lengths.isEmpty()) {
            return Optional.empty();
        }
        int width = address.getAddress().length * 8;
        return lengths.stream()
                .filter(bits -> bits <= width)
                .sorted(Comparator.reverseOrder())
                .map(bits -> bans.get(IpNetwork.of(address, bits)))
                .filter(ban -> ban != null && ban.holds(now))
                .findFirst();
    }

    /** Returns whether exactly this network is banned now. */
    public boolean bans(IpNetwork network, Instant now) {
        Ban ban = bans.get(network);
        return ban != null && ban.holds(now);
    }

    /**
     * Returns how many parts of a network are banned now.
     *
     * @param part the prefix length of a part
     * @param longest the maximum prefix length of the bans that count
     */
    long banned(IpNetwork wide, int part, int longest, Instant now) {
        return bans.values().stream()
                .filter(ban -> ban.holds(now))
                .map(Ban::network)
                .filter(network -> network.bits() > wide.bits() && network.bits() <= longest)
                .filter(network -> wide.contains(network.first()))
                .map(network -> IpNetwork.of(network.first(), part))
                .distinct()
                .count();
    }
}
