package svc.mail.out.send;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Failure;
import svc.api.dns.Answer.Found;
import svc.api.dns.Answer.None;
import svc.api.dns.Answer.Security;
import svc.api.dns.Resolver;
import svc.api.net.IpNetwork;

/** DNS with the records of a test. */
final class Zone implements Resolver {

    private final Map<String, List<Mx>> hosts = new ConcurrentHashMap<>();
    private final Map<String, List<InetAddress>> addresses = new ConcurrentHashMap<>();
    private final Map<String, Failure> failures = new ConcurrentHashMap<>();
    private final Set<String> signed = ConcurrentHashMap.newKeySet();

    /** Adds an MX record. */
    Zone mx(String domain, int preference, String host) {
        hosts.computeIfAbsent(domain, any -> new ArrayList<>()).add(new Mx(preference, host));
        return this;
    }

    /** Adds addresses. */
    Zone address(String host, String... texts) {
        for (String text : texts) {
            addresses
                    .computeIfAbsent(host, any -> new ArrayList<>())
                    .add(IpNetwork.address(text).orElseThrow());
        }
        return this;
    }

    /** Makes the lookups of a name fail. */
    Zone fails(String name, Failure failure) {
        failures.put(name, failure);
        return this;
    }

    /** Signs the records of a name. */
    Zone signs(String name) {
        signed.add(name);
        return this;
    }

    private <T> Answer<T> answer(String name, List<T> records) {
        Failure failure = failures.get(name);
        Security security = signed.contains(name) ? Security.SECURE : Security.INSECURE;
        return failure != null
                ? new Failed<>(failure, "no server answered")
                : records.isEmpty() ? new None<>(security) : new Found<>(records, security);
    }

    @Override
    public Answer<String> txt(String name) {
        return answer(name, List.of());
    }

    @Override
    public Answer<InetAddress> addresses(String host, Family family) {
        int length = family == Family.IPV4 ? 4 : 16;
        return answer(
                host,
                addresses.getOrDefault(host, List.of()).stream()
                        .filter(address -> address.getAddress().length == length)
                        .toList());
    }

    @Override
    public Answer<Mx> mx(String domain) {
        return answer(domain, hosts.getOrDefault(domain, List.of()));
    }

    @Override
    public Answer<String> ptr(InetAddress address) {
        return new None<>(Security.INSECURE);
    }
}
