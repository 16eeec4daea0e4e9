package svc.mailauth;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failure;
import svc.api.dns.Answer.Security;
import svc.api.dns.Resolver;
import svc.api.net.IpNetwork;

/** The DNS data of a test, and the lookups that were made. */
public final class Zone implements Resolver {

    private final Map<String, List<String>> txt = new ConcurrentHashMap<>();
    private final Map<String, List<InetAddress>> addresses = new ConcurrentHashMap<>();
    private final Map<String, List<Mx>> mx = new ConcurrentHashMap<>();
    private final Map<String, List<Srv>> srv = new ConcurrentHashMap<>();
    private final Map<InetAddress, List<String>> ptr = new ConcurrentHashMap<>();
    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private Runnable delay = () -> {};

    public static InetAddress address(String text) {
        return IpNetwork.address(text).orElseThrow();
    }

    public Zone txt(String name, String... records) {
        txt.computeIfAbsent(lower(name), key -> new ArrayList<>()).addAll(List.of(records));
        return this;
    }

    /** Replaces the TXT records of a name. */
    public Zone only(String name, String record) {
        txt.remove(lower(name));
        return txt(name, record);
    }

    public Zone a(String name, String... records) {
        addresses
                .computeIfAbsent(lower(name), key -> new ArrayList<>())
                .addAll(Arrays.stream(records).map(Zone::address).toList());
        return this;
    }

    public Zone mx(String name, String... hosts) {
        mx.computeIfAbsent(lower(name), key -> new ArrayList<>())
                .addAll(Arrays.stream(hosts).map(host -> new Mx(10, host)).toList());
        return this;
    }

    public Zone srv(String name, Srv... records) {
        srv.computeIfAbsent(lower(name), key -> new ArrayList<>()).addAll(List.of(records));
        return this;
    }

    public Zone ptr(String address, String... names) {
        ptr.computeIfAbsent(address(address), key -> new ArrayList<>()).addAll(List.of(names));
        return this;
    }

    /** Lets all lookups of a name fail. */
    public Zone failing(String name) {
        failing.add(lower(name));
        return this;
    }

    /** Lets the lookups of a name succeed again. */
    public Zone answering(String name) {
        failing.remove(lower(name));
        return this;
    }

    /** Removes all records of a name. */
    public Zone without(String name) {
        txt.remove(lower(name));
        addresses.remove(lower(name));
        mx.remove(lower(name));
        return this;
    }

    /** Returns the lookups so far, such as {@code TXT example.org}. */
    public List<String> asked() {
        synchronized (asked) {
            return List.copyOf(asked);
        }
    }

    /** Runs code before each answer, for instance to let time pass. */
    public Zone beforeAnswers(Runnable code) {
        delay = code;
        return this;
    }

    /** Returns the whole zone for a program of another author: a line for each record and for each name that fails. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(List.of("clear"));
        failing.forEach(name -> lines.add("failing\t" + name));
        txt.forEach((name, texts) -> texts.forEach(text -> lines.add("record\tTXT\t" + name + '\t' + text)));
        mx.forEach((name, hosts) -> hosts.forEach(host -> lines.add("record\tMX\t" + name + '\t' + host.exchange())));
        ptr.forEach(
                (address, names) -> names.forEach(name -> lines.add("record\tPTR\t" + reverse(address) + '\t' + name)));
        addresses.forEach((name, all) -> all.forEach(address -> lines.add("record\t"
                + (address.getAddress().length == Integer.BYTES ? "A" : "AAAA")
                + '\t' + name + '\t' + IpNetwork.text(address))));
        return lines;
    }

    /** Returns the name of the PTR records of an address. */
    private static String reverse(InetAddress address) {
        boolean four = address.getAddress().length == Integer.BYTES;
        StringBuilder name = new StringBuilder(four ? "in-addr.arpa" : "ip6.arpa");
        for (byte octet : address.getAddress()) {
            name.insert(
                    0,
                    four
                            ? (octet & 0xff) + "."
                            : Integer.toHexString(octet & 0xf) + '.' + Integer.toHexString((octet >> 4) & 0xf) + '.');
        }
        return name.toString();
    }

    @Override
    public Answer<String> txt(String name) {
        return answer("TXT", name, txt.getOrDefault(lower(name), List.of()));
    }

    @Override
    public Answer<InetAddress> addresses(String host, Family family) {
        int length = family == Family.IPV4 ? 4 : 16;
        List<InetAddress> all = addresses.getOrDefault(lower(host), List.of());
        return answer(
                family == Family.IPV4 ? "A" : "AAAA",
                host,
                all.stream().filter(one -> one.getAddress().length == length).toList());
    }

    @Override
    public Answer<Mx> mx(String domain) {
        return answer("MX", domain, mx.getOrDefault(lower(domain), List.of()));
    }

    @Override
    public Answer<Srv> srv(String name) {
        return answer("SRV", name, srv.getOrDefault(lower(name), List.of()));
    }

    @Override
    public Answer<String> ptr(InetAddress address) {
        return answer("PTR", IpNetwork.text(address), ptr.getOrDefault(address, List.of()));
    }

    private <T> Answer<T> answer(String type, String name, List<T> records) {
        asked.add(type + " " + name);
        delay.run();
        if (failing.contains(lower(name))) {
            return new Answer.Failed<>(Failure.TEMPORARY, "no server answered");
        }
        return records.isEmpty()
                ? new Answer.None<>(Security.INSECURE)
                : new Answer.Found<>(records, Security.INSECURE);
    }

    private static String lower(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }
}
