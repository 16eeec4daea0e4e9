package svc.mail.out.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import svc.api.json.Json;
import svc.mail.out.report.ReportRows.Sessions;
import svc.mail.out.report.TlsResult.Detail;

/**
 * A report about a day (RFC 8460 §4.4).
 *
 * @param day the day in UTC
 * @param domain the domain that the report is about
 * @param submitter the domain of this server that sends the report
 * @param sessions the results
 */
record ReportDocument(LocalDate day, String domain, String submitter, List<Sessions> sessions) {

    /** Returns the identifier, which is the same in each attempt to send the report. */
    String id() {
        return day + "." + domain + "@" + submitter;
    }

    String contact() {
        return "postmaster@" + submitter;
    }

    /** Returns the file name (RFC 8460 §5.1). */
    String fileName() {
        long begin = day.atStartOfDay(ZoneOffset.UTC).toEpochSecond();
        long end = day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toEpochSecond() - 1;
        return submitter + "!" + domain + "!" + begin + "!" + end + ".json.gz";
    }

    /** Returns the JSON text, compressed. */
    byte[] compressed(Json.Binding json) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            json.write(members(), gzip);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("organization-name", submitter);
        members.put("date-range", Map.of("start-datetime", day + "T00:00:00Z", "end-datetime", day + "T23:59:59Z"));
        members.put("contact-info", contact());
        members.put("report-id", id());
        Map<Policy, List<Sessions>> policies = new LinkedHashMap<>();
        for (Sessions one : sessions) {
            TlsResult result = one.result();
            policies.computeIfAbsent(
                            new Policy(result.policy(), result.records(), result.patterns()), key -> new ArrayList<>())
                    .add(one);
        }
        members.put(
                "policies",
                policies.entrySet().stream()
                        .map(entry -> policy(entry.getKey(), entry.getValue()))
                        .toList());
        return members;
    }

    private record Policy(String type, List<String> records, List<String> patterns) {}

    private Map<String, Object> policy(Policy policy, List<Sessions> results) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("policy-type", policy.type());
        if (!policy.records().isEmpty()) {
            described.put("policy-string", policy.records());
        }
        described.put("policy-domain", domain);
        if (!policy.patterns().isEmpty()) {
            described.put("mx-host", policy.patterns());
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("policy", described);
        members.put(
                "summary",
                Map.of(
                        "total-successful-session-count", sum(results, true),
                        "total-failure-session-count", sum(results, false)));
        List<Map<String, Object>> failures = results.stream()
                .filter(one -> !one.result().failure().isEmpty())
                .map(ReportDocument::failure)
                .toList();
        if (!failures.isEmpty()) {
            members.put("failure-details", failures);
        }
        return members;
    }

    private static long sum(List<Sessions> results, boolean successful) {
        return results.stream()
                .filter(one -> one.result().failure().isEmpty() == successful)
                .mapToLong(Sessions::count)
                .sum();
    }

    private static Map<String, Object> failure(Sessions failed) {
        Detail detail = failed.result().detail();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("result-type", failed.result().failure());
        put(members, "sending-mta-ip", detail.sender());
        put(members, "receiving-mx-hostname", detail.host());
        put(members, "receiving-ip", detail.address());
        members.put("failed-session-count", failed.count());
        put(members, "failure-reason-code", detail.reason());
        return members;
    }

    private static void put(Map<String, Object> members, String name, String value) {
        if (!value.isEmpty()) {
            members.put(name, value);
        }
    }
}
