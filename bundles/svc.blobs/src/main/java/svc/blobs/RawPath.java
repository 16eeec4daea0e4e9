package svc.blobs;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The steps of a path below a route, as a client wrote them with percent signs (RFC 6570 level 1). */
final class RawPath {

    private RawPath() {}

    /** The steps, decoded; empty when there are not so many, or one of them is empty. */
    static List<String> steps(String uri, String below, int count) {
        if (!uri.startsWith(below)) {
            return List.of();
        }
        String[] raw = uri.substring(below.length()).split("/", -1);
        List<String> steps = new ArrayList<>();
        for (String step : raw) {
            if (step.isEmpty() || raw.length != count) {
                return List.of();
            }
            try {
                steps.add(URLDecoder.decode(step.replace("+", "%2B"), StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                return List.of();
            }
        }
        return steps;
    }
}
