package svc.mailauth;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Generates SPF records for comparisons with other verifiers. */
final class GeneratedRecords {

    /** Terms that all verifiers know. */
    static final List<String> TERMS = List.of(
            "a",
            "mx",
            "a:DOMAIN",
            "mx:DOMAIN",
            "a/24",
            "mx:DOMAIN/28",
            "a:DOMAIN//64",
            "ptr",
            "ptr:DOMAIN",
            "ip4:IP",
            "ip4:192.0.2.0/24",
            "ip4:192.0.2.0/33",
            "ip6:2001:db8::/32",
            "ip6:2001:db8::1",
            "exists:%{ir}.DOMAIN",
            "exists:%{l}.DOMAIN",
            "exists:%{l1r-}.%{d2}",
            "exists:%{o}",
            "include:DOMAIN",
            "include:%{d}",
            "redirect=DOMAIN",
            "exp=d4.example",
            "x=%{d}",
            "all",
            "unknown",
            "a:",
            "ip4:1.2.3",
            "exists:%{h}",
            "exists:%{d1}",
            "exists:%{S}.DOMAIN");

    /** The terms, with those that reach a limit or name a domain with unusual records. */
    static final List<String> MORE_TERMS = Stream.of(
                    TERMS.subList(0, 24),
                    TERMS.subList(0, 24),
                    TERMS.subList(0, 24),
                    List.of(
                            "include:limit9.example",
                            "include:limit10.example",
                            "include:void2.example",
                            "include:void3.example",
                            "include:mx10.example",
                            "include:mx11.example",
                            "include:two.example",
                            "include:other.example",
                            "include:missing.example",
                            "include:loop.example",
                            "include:upper.example",
                            "include:failing.example",
                            "redirect=limit9.example",
                            "redirect=missing.example",
                            "redirect=%{d2}",
                            "redirect=",
                            "exp=",
                            "a:failing.example",
                            "mx:failing.example",
                            "exists:failing.example",
                            "ptr:d1.example",
                            "a:missing.example",
                            "mx:missing.example",
                            "exists:%{p}.example",
                            "exists:%{v}.%{d}",
                            "exists:%{ir}.%{v}.DOMAIN",
                            "exists:%{i}.%{v}.DOMAIN",
                            "exists:%{c}.DOMAIN",
                            "exists:%{d0}.example",
                            "exists:%{x}.example",
                            "exists:%%%_%-.example",
                            "exists:%{l1+-.r}.example",
                            "exists:%{lr+-.}.example",
                            "exists:%{L}.%{D}",
                            "exists:%{d9r}.example",
                            "exists:%d.example",
                            "exists:",
                            "a:d0.example.",
                            "a:d0",
                            "a:d0.example/0",
                            "a:d0.example/032",
                            "a/33",
                            "a//129",
                            "a/24//64",
                            "A:D0.EXAMPLE",
                            "mx//0",
                            "ip4:192.0.2.1/0",
                            "ip4:192.0.2.1/",
                            "ip4:192.0.2.256",
                            "ip4:192.0.2.01",
                            "ip6:2001:db8::/129",
                            "ip6:2001:db8::1/127",
                            "ip6:::ffff:192.0.2.1",
                            "ip6:2001:db8::192.0.2.1",
                            "ip6:2001:DB8:0:0:0:0:0:1",
                            "ip6:1::2::3",
                            "all:x",
                            "all/8",
                            "ptr/24",
                            "include",
                            "include:d1.example/24",
                            "redirect=d1.example redirect=d2.example",
                            "exp=d1.example exp=d2.example",
                            "x.y-z_0=%{h}",
                            "x=%{",
                            "-",
                            "ipv4:192.0.2.1",
                            "a,",
                            "=x"))
            .flatMap(List::stream)
            .toList();

    /** The addresses of clients. */
    static final List<String> CLIENTS = List.of("192.0.2.1", "192.0.2.2", "203.0.113.1", "2001:db8::1");

    private GeneratedRecords() {}

    /** Adds the domains that {@link #MORE_TERMS} name. */
    static Zone withLimits(Zone zone) {
        for (int count : List.of(9, 10)) {
            zone.txt("limit" + count + ".example", record("a:many%d.example", count) + " ~all");
        }
        for (int i = 0; i < 11; i++) {
            zone.a("many" + i + ".example", "203.0.113.77", "2001:db8:77::1");
        }
        for (int count : List.of(2, 3)) {
            zone.txt("void" + count + ".example", record("exists:void%d.missing.example", count) + " ?all");
        }
        for (int count : List.of(10, 11)) {
            zone.txt("mx" + count + ".example", "v=spf1 mx -all");
            zone.mx(
                    "mx" + count + ".example",
                    IntStream.range(0, count)
                            .mapToObj(i -> "many" + i + ".example")
                            .toArray(String[]::new));
        }
        return zone.txt("two.example", "v=spf1 +all", "v=spf1 -all")
                .txt("other.example", "v=spf2.0/mfrom +all", "v=spf10 +all", "V=SPF1 -ALL")
                .txt("loop.example", "v=spf1 include:loop.example -all")
                .txt("upper.example", "V=SPF1 +A:D0.EXAMPLE -ALL")
                .failing("failing.example");
    }

    private static String record(String term, int count) {
        return "v=spf1 "
                + String.join(
                        " ",
                        IntStream.range(0, count)
                                .mapToObj(i -> term.formatted(i))
                                .toList());
    }

    /**
     * Generates the records of the domains {@code d0.example} to {@code d4.example}.
     *
     * @param text gets the SPF records, for the report of a difference
     * @param terms the terms of the SPF records
     */
    static Zone zone(Random random, StringBuilder text, List<String> terms) {
        Zone zone = new Zone();
        for (int i = 0; i < 5; i++) {
            String domain = "d" + i + ".example";
            StringBuilder record = new StringBuilder("v=spf1");
            for (int j = random.nextInt(4); j >= 0; j--) {
                record.append(' ')
                        .append(pick(random, List.of("", "", "-", "~", "?")))
                        .append(term(random, terms));
            }
            record.append(pick(random, List.of("", " -all", " ~all", " +all")));
            zone.txt(domain, record.toString());
            text.append("\n  ").append(domain).append(' ').append(record);
            zone.a(domain, "192.0.2." + (1 + random.nextInt(3)), "2001:db8::1");
            zone.mx(domain, "d" + random.nextInt(5) + ".example");
            zone.a(pick(random, List.of("1.2.0.192.", "a.", "strong.", "strong-bad.")) + domain, "127.0.0.2");
        }
        zone.ptr("192.0.2.1", "d0.example", "mail.d1.example").a("mail.d1.example", "192.0.2.1");
        return zone;
    }

    private static String term(Random random, List<String> terms) {
        return pick(random, terms)
                .replace("DOMAIN", "d" + random.nextInt(6) + ".example")
                .replace("IP", "192.0.2." + random.nextInt(3));
    }

    static <T> T pick(Random random, List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
