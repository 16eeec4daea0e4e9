package svc.mail.out.report;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.Envelope;
import svc.api.delivery.ServerMail;
import svc.api.http.client.HttpTarget;
import svc.api.http.client.OutboundHttpClient;
import svc.api.http.client.OutboundRequest;
import svc.api.http.client.OutboundResponse;
import svc.api.http.client.TargetRule;
import svc.api.json.Json;
import svc.api.time.Clock;
import svc.mail.out.MailOutConfig;
import svc.mime.Address;
import svc.mime.Octets;
import svc.mime.write.MessageDraft;
import svc.mime.write.MessageDraft.Field;
import svc.mime.write.MessageDraft.Node;
import svc.mime.write.MessageDraft.Traits;
import svc.mime.write.MessageDraft.Value;
import svc.mime.write.MessageWriter;

/** Sends reports by mail and by HTTPS (RFC 8460 §5). Thread-safe. */
@Component(service = ReportDelivery.class, configurationPid = "svc.mail.out")
public final class ReportDelivery {

    private static final Logger LOG = LoggerFactory.getLogger(ReportDelivery.class);
    private static final String TYPE = "application/tlsrpt+gzip";
    private static final OutboundRequest.Limits LIMITS = new OutboundRequest.Limits(Duration.ofSeconds(60), 0);
    private static final int OK = 200;
    private static final int LAST_OK = 299;

    private final TargetRule rule;
    private final ServerMail mail;
    private final OutboundHttpClient http;
    private final Json.Binding json;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    @Activate
    public ReportDelivery(
            MailOutConfig config,
            @Reference ServerMail mail,
            @Reference OutboundHttpClient http,
            @Reference Json json,
            @Reference Clock clock) {
        this(TargetRule.of(config.allow_private()), mail, http, json, clock);
    }

    ReportDelivery(TargetRule rule, ServerMail mail, OutboundHttpClient http, Json json, Clock clock) {
        this.rule = rule;
        this.mail = mail;
        this.http = http;
        this.json = json.binding(Json.Names.EXACT);
        this.clock = clock;
    }

    /** Sends a report to all addresses. Returns whether one of them has accepted it. */
    boolean send(ReportDocument report, ReportAddresses to) {
        byte[] content = report.compressed(json);
        boolean isSent = false;
        for (HttpTarget target : to.https()) {
            isSent |= post(report, content, target);
        }
        if (!to.mail().isEmpty()) {
            isSent |= mail(report, content, to.mail());
        }
        return isSent;
    }

    private boolean post(ReportDocument report, byte[] content, HttpTarget target) {
        OutboundRequest request =
                new OutboundRequest("POST", target, Map.of("Content-Type", TYPE), content, rule, LIMITS);
        try (OutboundResponse response = http.send(request)) {
            if (response.status() >= OK && response.status() <= LAST_OK) {
                return true;
            }
            LOG.info("The HTTP server for TLS reports about {} answered {}", report.domain(), response.status());
        } catch (IOException e) {
            LOG.info("The TLS report about {} was not sent by HTTPS: {}", report.domain(), e.getMessage());
        }
        return false;
    }

    /** The empty sender prevents a notification about a report that cannot be delivered. */
    private boolean mail(ReportDocument report, byte[] content, List<String> recipients) {
        MessageDraft message = message(report, content, recipients);
        MessageWriter writer = new MessageWriter(clock, random, report.submitter());
        try {
            boolean isQueued = mail.send(
                            report.submitter(), Envelope.of("", recipients), out -> writer.write(message, out))
                    .isPresent();
            if (!isQueued) {
                LOG.warn(
                        "The TLS report about {} was not sent: {} has no postmaster, or the account is over quota",
                        report.domain(),
                        report.submitter());
            }
            return isQueued;
        } catch (IOException e) {
            LOG.warn("The TLS report about {} was not sent", report.domain(), e);
            return false;
        }
    }

    private static MessageDraft message(ReportDocument report, byte[] content, List<String> recipients) {
        List<Field> fields = List.of(
                new Field("From", new Value.Addresses(List.of(new Address(null, report.contact())))),
                new Field(
                        "To",
                        new Value.Addresses(recipients.stream()
                                .map(address -> new Address(null, address))
                                .toList())),
                new Field(
                        "Subject",
                        new Value.Text("Report Domain: " + report.domain() + " Submitter: " + report.submitter()
                                + " Report-ID: <" + report.id() + ">")),
                new Field("TLS-Report-Domain", new Value.Raw(" " + report.domain())),
                new Field("TLS-Report-Submitter", new Value.Raw(" " + report.submitter())),
                new Field("TLS-Required", new Value.Raw(" No")), // RFC 8460 §3: sent in spite of any failure
                new Field("Auto-Submitted", new Value.Raw(" auto-generated")));
        String text = "This is a report about the TLS connections to the mail servers of " + report.domain() + " on "
                + report.day() + " (RFC 8460).\n";
        Traits traits = new Traits(TYPE, Map.of(), null, "attachment", report.fileName(), null, null, null);
        return new MessageDraft(
                fields,
                Node.Multipart.report(
                        "tlsrpt",
                        List.of(
                                new Node.Text("text/plain", text),
                                new Node.Stored(traits, List.of(), Octets.of(content), content.length))));
    }
}
