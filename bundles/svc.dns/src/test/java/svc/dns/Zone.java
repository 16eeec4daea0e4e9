package svc.dns;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.xbill.DNS.DClass;
import org.xbill.DNS.DNSKEYRecord;
import org.xbill.DNS.DNSSEC;
import org.xbill.DNS.DSRecord;
import org.xbill.DNS.NSECRecord;
import org.xbill.DNS.Name;
import org.xbill.DNS.RRset;
import org.xbill.DNS.Record;
import org.xbill.DNS.SOARecord;
import org.xbill.DNS.Type;

/** A zone of a test: its records and, if it is signed, its key, signatures and NSEC records. */
final class Zone {

    /** The time to live of the records that a test does not set otherwise. */
    static final long TTL = 300;

    final Name origin;
    private final TreeMap<Name, TreeMap<Integer, RRset>> names = new TreeMap<>();
    private final KeyPair pair = keyPair();
    private final DNSKEYRecord key;

    Zone(String origin) {
        this.origin = name(origin);
        this.key = key();
        add(new SOARecord(this.origin, DClass.IN, 600, this.origin, this.origin, 1, 1, 1, 1, 60));
    }

    static Name name(String text) {
        return Name.fromConstantString(text.endsWith(".") ? text : text + ".");
    }

    private static KeyPair keyPair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private DNSKEYRecord key() {
        try {
            return new DNSKEYRecord(
                    origin,
                    DClass.IN,
                    TTL,
                    DNSKEYRecord.Flags.ZONE_KEY | DNSKEYRecord.Flags.SEP_KEY,
                    DNSKEYRecord.Protocol.DNSSEC,
                    DNSSEC.Algorithm.ECDSAP256SHA256,
                    pair.getPublic());
        } catch (DNSSEC.DNSSECException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Adds records in the format of zone files. */
    Zone add(String owner, int type, String... data) {
        return add(owner, TTL, type, data);
    }

    Zone add(String owner, long ttl, int type, String... data) {
        for (String text : data) {
            try {
                add(Record.fromString(name(owner), type, DClass.IN, ttl, text, Name.root));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return this;
    }

    Zone add(Record record) {
        names.computeIfAbsent(record.getName(), owner -> new TreeMap<>())
                .computeIfAbsent(record.getType(), type -> new RRset())
                .addRR(record);
        return this;
    }

    /** Delegates a name to a signed zone. */
    Zone delegate(Zone signed) {
        return add(signed.origin.toString(), Type.NS, "ns.test.").add(signed.ds());
    }

    /** Returns the record that a zone above, or a trust anchor, has for this zone. */
    DSRecord ds() {
        return new DSRecord(origin, DClass.IN, TTL, DNSSEC.Digest.SHA256, key);
    }

    /** Adds the key, the NSEC records and the signatures, which are valid for a day around this time. */
    Zone sign(Instant now) {
        add(key);
        List<Name> ordered = new ArrayList<>(names.keySet());
        for (int i = 0; i < ordered.size(); i++) {
            Name owner = ordered.get(i);
            IntStream types = IntStream.concat(
                    names.getOrDefault(owner, new TreeMap<>()).keySet().stream().mapToInt(Integer::intValue),
                    IntStream.of(Type.NSEC, Type.RRSIG));
            Name next = ordered.get((i + 1) % ordered.size());
            add(new NSECRecord(owner, DClass.IN, 60, next, types.toArray()));
        }
        names.values().forEach(sets -> {
            boolean delegation = sets.containsKey(Type.NS) && !sets.containsKey(Type.SOA);
            sets.values().stream()
                    .filter(set -> !delegation || set.getType() != Type.NS)
                    .forEach(set -> sign(set, now.minus(Duration.ofDays(1)), now.plus(Duration.ofDays(1))));
        });
        return this;
    }

    /** Replaces the signatures of a set. */
    void sign(RRset set, Instant from, Instant until) {
        try {
            new ArrayList<>(set.sigs()).forEach(set::deleteRR);
            set.addRR(DNSSEC.sign(set, key, pair.getPrivate(), from, until));
        } catch (DNSSEC.DNSSECException e) {
            throw new IllegalStateException(e);
        }
    }

    boolean exists(Name name) {
        return names.containsKey(name);
    }

    /** Returns a set; empty if there is none. */
    RRset set(Name name, int type) {
        return names.getOrDefault(name, new TreeMap<>()).getOrDefault(type, new RRset());
    }

    /** Returns the NSEC record of the name, or of the name before it; empty if the zone is not signed. */
    RRset nsec(Name name) {
        Name owner = names.floorKey(name);
        return set(owner == null ? origin : owner, Type.NSEC);
    }
}
