package svc.dns;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.xbill.DNS.CNAMERecord;
import org.xbill.DNS.ExtendedFlags;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.RRset;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/** Answers queries from zones, as a recursive resolver does. */
final class Zones {

    private final List<Zone> zones;
    /** Whether answers contain signatures. */
    volatile boolean signatures = true;

    Zones(Zone... zones) {
        this.zones = List.of(zones);
    }

    /** Returns the answers of a server of these zones, changed by a test. */
    DnsServer serve(DnsServer server, UnaryOperator<Message> change) {
        return server.answering((query, overTcp) -> {
            byte[] answer = change.apply(answer(query)).toWire();
            boolean truncated = !overTcp && answer.length > 1232;
            return List.of(truncated ? truncated(query).toWire() : answer);
        });
    }

    DnsServer serve(DnsServer server) {
        return serve(server, answer -> answer);
    }

    /** Returns an empty answer to a query. */
    static Message reply(Message query) {
        Message answer = new Message(query.getHeader().getID());
        answer.getHeader().setFlag(Flags.QR);
        answer.getHeader().setFlag(Flags.RA);
        answer.addRecord(query.getQuestion(), Section.QUESTION);
        return answer;
    }

    static Message truncated(Message query) {
        Message answer = reply(query);
        answer.getHeader().setFlag(Flags.TC);
        return answer;
    }

    static Message failure(Message query, int code) {
        Message answer = reply(query);
        answer.getHeader().setRcode(code);
        return answer;
    }

    Message answer(Message query) {
        boolean wanted = signatures && query.getOPT() != null && (query.getOPT().getFlags() & ExtendedFlags.DO) != 0;
        Message answer = reply(query);
        Name name = query.getQuestion().getName();
        int type = query.getQuestion().getType();
        for (int hops = 0; hops < 4; hops++) {
            Zone zone = zone(name, type);
            RRset alias = zone.set(name, Type.CNAME);
            RRset found = zone.set(name, type);
            add(answer, Section.ANSWER, found.isEmpty() ? alias : found, wanted);
            if (!found.isEmpty()) {
                return answer;
            }
            if (alias.isEmpty()) {
                deny(answer, zone, name, wanted);
                return answer;
            }
            name = ((CNAMERecord) alias.first()).getTarget();
        }
        return answer; // an incomplete chain
    }

    private Zone zone(Name name, int type) {
        return zones.stream()
                .filter(zone -> name.subdomain(zone.origin))
                .filter(zone -> type != Type.DS || !name.equals(zone.origin))
                .max(Comparator.comparingInt(zone -> zone.origin.labels()))
                .orElseThrow();
    }

    private static void deny(Message answer, Zone zone, Name name, boolean signed) {
        add(answer, Section.AUTHORITY, zone.set(zone.origin, Type.SOA), signed);
        if (!zone.exists(name)) {
            answer.getHeader().setRcode(Rcode.NXDOMAIN);
        }
        if (signed) {
            List<RRset> proofs = new ArrayList<>(List.of(zone.nsec(name)));
            if (!zone.exists(name) && !proofs.contains(zone.nsec(zone.origin))) {
                proofs.add(zone.nsec(zone.origin)); // no wildcard: it would sort right after the origin
            }
            proofs.forEach(proof -> add(answer, Section.AUTHORITY, proof, true));
        }
    }

    private static void add(Message answer, int section, RRset set, boolean signed) {
        set.rrs(false).forEach(record -> answer.addRecord(record, section));
        if (signed) {
            set.sigs().forEach(signature -> answer.addRecord(signature, section));
        }
    }
}
