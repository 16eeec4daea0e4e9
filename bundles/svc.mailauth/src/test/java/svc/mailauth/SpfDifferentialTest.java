package svc.mailauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.james.jspf.core.DNSRequest;
import org.apache.james.jspf.core.DNSService;
import org.apache.james.jspf.core.exceptions.TimeoutException;
import org.apache.james.jspf.impl.SPF;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import svc.api.dns.Answer;
import svc.api.dns.Resolver.Family;
import svc.api.dns.Resolver.Mx;
import svc.testkit.ManualClock;

/** Compares the results of this bundle with those of Apache James jSPF for generated records. */
final class SpfDifferentialTest {

    private int passed;

    @Test
    void agreesOn50Records() {
        compare(1, 50);
    }

    @Test
    @Tag("soak")
    void agreesOn5000Records() {
        compare(1_000, 5_000);
        assertThat(passed).isBetween(500, 4_000);
    }

    private void compare(long first, int count) {
        List<String> differences = new ArrayList<>();
        for (long seed = first; seed < first + count; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            Zone zone = GeneratedRecords.zone(random, text, GeneratedRecords.TERMS);
            String client = GeneratedRecords.pick(random, GeneratedRecords.CLIENTS);
            String sender =
                    GeneratedRecords.pick(random, List.of("a@d0.example", "strong-bad@d1.example", "d2.example", ""));
            SpfResult ours = new SpfCheck(zone, new ManualClock()).mailFrom(Zone.address(client), "d3.example", sender);
            String theirs = new SPF(new ZoneService(zone))
                    .checkSPF(client, sender, "d3.example")
                    .getResult();
            passed += ours.verdict() == Verdict.PASS ? 1 : 0;
            if (!ours.verdict().word().equals(theirs) && !isIntended(ours, theirs, text.toString())) {
                differences.add("seed " + seed + ": " + client + " " + sender + " " + ours + ", but " + theirs + text);
            }
        }
        System.out.printf("%d records, %d with the result pass%n", count, passed);
        assertThat(differences).isEmpty();
    }

    /** Returns whether jSPF is known to treat a check differently from RFC 7208. */
    private static boolean isIntended(SpfResult ours, String theirs, String records) {
        // jSPF does not limit void lookups (§4.6.4).
        boolean voidLimit = ours.reason().endsWith("terms look up names without records");
        // After a domain without MX records, jSPF has an error at the next "mx".
        boolean secondMx = theirs.equals("permerror") && records.contains("mx:d5.example");
        return voidLimit || secondMx;
    }

    /** The same zone for jSPF. */
    private record ZoneService(Zone zone) implements DNSService {

        @Override
        public List<String> getRecords(DNSRequest request) throws TimeoutException {
            String name = request.getHostname();
            return switch (request.getRecordType()) {
                case DNSRequest.TXT -> texts(zone.txt(name));
                case DNSRequest.MX -> texts(zone.mx(name));
                case DNSRequest.A -> texts(zone.addresses(name, Family.IPV4));
                case DNSRequest.AAAA -> texts(zone.addresses(name, Family.IPV6));
                case DNSRequest.PTR -> texts(zone.ptr(address(name)));
                default -> List.of();
            };
        }

        private static InetAddress address(String name) {
            String[] labels = name.split("\\.", -1);
            if (name.endsWith(".ip6.arpa") || labels.length < 4) {
                return Zone.address("2001:db8::ffff");
            }
            return Zone.address(labels[3] + "." + labels[2] + "." + labels[1] + "." + labels[0]);
        }

        private static List<String> texts(Answer<?> answer) {
            List<String> texts = new ArrayList<>();
            if (answer instanceof Answer.Found<?> found) {
                for (Object record : found.records()) {
                    texts.add(
                            record instanceof Mx mx
                                    ? mx.exchange()
                                    : record instanceof InetAddress address
                                            ? address.getHostAddress()
                                            : record.toString());
                }
            }
            return texts; // jSPF changes the list
        }

        @Override
        public CompletionStage<List<String>> getRecordsAsync(DNSRequest request) {
            try {
                return CompletableFuture.completedFuture(getRecords(request));
            } catch (TimeoutException e) {
                return CompletableFuture.failedFuture(e);
            }
        }

        @Override
        public List<String> getLocalDomainNames() {
            return List.of();
        }

        @Override
        public void setTimeOut(int timeOut) {}

        @Override
        public int getRecordLimit() {
            return 10;
        }

        @Override
        public void setRecordLimit(int limit) {}
    }
}
