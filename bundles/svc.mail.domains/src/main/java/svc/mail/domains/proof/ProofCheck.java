package svc.mail.domains.proof;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Found;
import svc.api.dns.Resolver;

/** Looks up the proof record of a domain, and records the result. Thread-safe. */
@Component(service = ProofCheck.class)
public final class ProofCheck {

    private final RegisteredDomains domains;
    private final Resolver resolver;
    private final ProofMetrics metrics;

    @Activate
    public ProofCheck(
            @Reference RegisteredDomains domains, @Reference Resolver resolver, @Reference ProofMetrics metrics) {
        this.domains = domains;
        this.resolver = resolver;
        this.metrics = metrics;
    }

    /** Checks a domain. A failed lookup is no failed proof: the state of the domain stays. */
    public void check(MailDomain domain) {
        Answer<String> answer = resolver.txt(domain.proofName());
        if (answer instanceof Failed<String> failed) {
            metrics.count("error");
            domains.record(domain, Optional.empty(), "The lookup failed: " + failed.reason() + ".");
        } else {
            List<String> texts = answer instanceof Found<String> found ? found.records() : List.of();
            boolean isProven = texts.stream().anyMatch(text -> isProof(text, domain.key()));
            metrics.count(isProven ? "verified" : "missing");
            domains.record(domain, Optional.of(isProven), result(isProven, texts));
        }
    }

    private static String result(boolean isProven, List<String> texts) {
        if (isProven) {
            return "The record was found.";
        }
        return texts.isEmpty() ? "There is no record." : "The record has another value.";
    }

    /** Returns whether a TXT record is the proof with a key: {@code v=svc1; k=KEY}, each tag once, the version first. */
    static boolean isProof(String text, String key) {
        Map<String, String> tags = new LinkedHashMap<>();
        for (String part : text.split(";", -1)) {
            int equals = part.indexOf('=');
            if (equals < 0) {
                if (!part.isBlank()) {
                    return false;
                }
            } else if (tags.put(
                            part.substring(0, equals).strip().toLowerCase(Locale.ROOT),
                            part.substring(equals + 1).strip())
                    != null) {
                return false;
            }
        }
        boolean isVersionFirst =
                tags.keySet().stream().findFirst().filter("v"::equals).isPresent();
        return isVersionFirst && "svc1".equals(tags.get("v")) && key.equals(tags.get("k"));
    }
}
