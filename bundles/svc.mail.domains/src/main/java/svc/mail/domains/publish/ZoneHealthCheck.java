package svc.mail.domains.publish;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;

/** Reports what the last periodic check found in the zones of domains. It makes no DNS lookups. */
@Component
public final class ZoneHealthCheck implements HealthCheck {

    private static final String MX = "domain-mx";
    private static final String RECORDS = "domain-records";

    /** Records without which mail is less safe, or rejected by other servers. The others are for convenience. */
    private static final List<String> IMPORTANT = List.of("\"v=spf1", "\"v=DKIM1", "\"v=DMARC1", "\"v=STSv1");

    private final ZoneSurvey survey;

    @Activate
    public ZoneHealthCheck(@Reference ZoneSurvey survey) {
        this.survey = survey;
    }

    @Override
    public String family() {
        return "mail";
    }

    @Override
    public List<String> checks() {
        return List.of(MX, RECORDS);
    }

    @Override
    public List<Finding> run() {
        if (!survey.isBegun()) {
            String reason =
                    "The records of the domains are looked up two minutes after the start, if the server accepts"
                            + " mail from other servers.";
            return List.of(Finding.skipped(MX, reason), Finding.skipped(RECORDS, reason));
        }
        Map<String, List<ZoneLine>> problems = survey.problems();
        return List.of(
                finding(MX, problems, line -> line.type().equals("MX"), "The MX records of all domains lead here."),
                finding(
                        RECORDS,
                        problems,
                        line -> IMPORTANT.stream().anyMatch(line.value()::startsWith),
                        "All domains publish records for SPF, DKIM, DMARC and MTA-STS."));
    }

    private static Finding finding(
            String check, Map<String, List<ZoneLine>> problems, Predicate<ZoneLine> relevant, String ok) {
        List<String> domains = problems.entrySet().stream()
                .filter(entry -> entry.getValue().stream().anyMatch(relevant))
                .map(Map.Entry::getKey)
                .toList();
        if (domains.isEmpty()) {
            return Finding.ok(check, ok);
        }
        String first = domains.get(0);
        List<ZoneLine> lines = problems.getOrDefault(first, List.of()).stream()
                .filter(relevant)
                .toList();
        return Finding.warn(
                        check,
                        "Records are missing or differ at " + Finding.names(domains) + ".",
                        "For " + first + " publish `"
                                + lines.stream().map(ZoneLine::text).collect(Collectors.joining("`, `"))
                                + "`; `svc domain dns " + first + "` prints all records.")
                .with(Map.of("domains", domains.size()));
    }
}
