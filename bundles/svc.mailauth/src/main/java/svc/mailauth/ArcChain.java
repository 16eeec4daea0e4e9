package svc.mailauth;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.mailauth.SignatureField.Kind;
import svc.mailauth.Verdict.VerdictException;
import svc.mime.HeaderField;

/**
 * The ARC sets of a message whose structure has been checked (RFC 8617 §5.2, steps 1 to 3).
 *
 * @param sets the sets, from instance 1 on; empty if there is no chain, or an invalid one
 * @param newestMessageSignature the ARC-Message-Signature of the newest set; null if there is no valid chain
 * @param invalid the reason why the chain is invalid; null if it is not
 */
record ArcChain(
        List<ArcSet> sets,
        @Nullable SignatureField newestMessageSignature,
        @Nullable VerdictException invalid) {

    static final ArcChain NONE = new ArcChain(List.of(), null, null);

    private static final int MOST_SETS = 50;
    private static final String RESULTS = "ARC-Authentication-Results";
    private static final String MESSAGE_SIGNATURE = "ARC-Message-Signature";
    private static final String SEAL = "ARC-Seal";
    private static final Pattern INSTANCE = Pattern.compile("\\s*i\\s*=\\s*([0-9]{1,2})\\s*;(.*)", Pattern.DOTALL);

    /**
     * One ARC set.
     *
     * @param results the field ARC-Authentication-Results
     * @param payload the value of that field after its instance
     * @param messageSignature the field ARC-Message-Signature
     * @param seal the field ARC-Seal
     */
    record ArcSet(HeaderField results, String payload, HeaderField messageSignature, SignatureField seal) {}

    /** Reads the chain of a message. */
    static ArcChain of(MessageHeader header) {
        try {
            return read(header);
        } catch (VerdictException e) {
            return new ArcChain(
                    List.of(), null, new VerdictException(Verdict.FAIL, "the ARC chain is invalid: " + e.reason()));
        }
    }

    private static ArcChain read(MessageHeader header) throws VerdictException {
        Map<Integer, HeaderField> results = new TreeMap<>();
        for (HeaderField field : fields(header, RESULTS)) {
            put(results, instance(field).group(1), field);
        }
        Map<Integer, HeaderField> signatures = new TreeMap<>();
        for (HeaderField field : fields(header, MESSAGE_SIGNATURE)) {
            put(signatures, header.tags(field).required("i"), field);
        }
        Map<Integer, HeaderField> seals = new TreeMap<>();
        for (HeaderField field : fields(header, SEAL)) {
            put(seals, header.tags(field).required("i"), field);
        }
        int size = seals.size();
        if (size == 0 && results.isEmpty() && signatures.isEmpty()) {
            return NONE;
        }
        List<ArcSet> sets = new ArrayList<>();
        for (int i = 1; i <= size; i++) {
            sets.add(set(header, i, results.get(i), signatures.get(i), seals.get(i)));
        }
        if (size == 0 || results.size() != size || signatures.size() != size) {
            throw invalid("a set is not complete");
        }
        HeaderField newest = sets.get(size - 1).messageSignature;
        return new ArcChain(sets, messageSignature(header, newest), null);
    }

    private static List<HeaderField> fields(MessageHeader header, String name) throws VerdictException {
        List<HeaderField> fields = header.headers().all(name);
        if (fields.size() > MOST_SETS) {
            throw invalid("there are more than " + MOST_SETS + " sets");
        }
        return fields;
    }

    private static Matcher instance(HeaderField results) throws VerdictException {
        Matcher matcher = INSTANCE.matcher(results.raw());
        if (!matcher.matches()) {
            throw invalid("a field " + RESULTS + " has no instance");
        }
        return matcher;
    }

    private static void put(Map<Integer, HeaderField> fields, String instance, HeaderField field)
            throws VerdictException {
        if (!instance.matches("[0-9]{1,2}") || fields.put(Integer.parseInt(instance), field) != null) {
            throw invalid("an instance is repeated, or not a number");
        }
    }

    private static ArcSet set(
            MessageHeader header,
            int instance,
            @Nullable HeaderField results,
            @Nullable HeaderField signature,
            @Nullable HeaderField seal)
            throws VerdictException {
        if (results == null || signature == null || seal == null) {
            throw invalid("the set " + instance + " is not complete");
        }
        TagList tags = header.tags(seal);
        String status = tags.required("cv");
        if (!status.equalsIgnoreCase(instance == 1 ? "none" : "pass")) {
            throw invalid("the status of the set " + instance + " is not " + (instance == 1 ? "none" : "pass"));
        }
        if (tags.tag("h") != null) {
            throw invalid("a seal has the tag h");
        }
        return new ArcSet(results, instance(results).group(2), signature, SignatureField.of(seal, tags, Kind.ARC_SEAL));
    }

    private static SignatureField messageSignature(MessageHeader header, HeaderField field) throws VerdictException {
        SignatureField signature = SignatureField.of(field, header.tags(field), Kind.ARC_MESSAGE_SIGNATURE);
        if (signature.names().stream().anyMatch(name -> name.startsWith("arc-"))) {
            throw invalid("the message signature covers fields of ARC"); // RFC 8617 §4.1.2
        }
        return signature;
    }

    private static VerdictException invalid(String reason) {
        return new VerdictException(Verdict.FAIL, reason);
    }
}
