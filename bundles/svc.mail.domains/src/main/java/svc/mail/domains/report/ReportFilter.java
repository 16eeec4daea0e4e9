package svc.mail.domains.report;

import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.DeliveryFilter;
import svc.api.delivery.DeliveryPlan;
import svc.api.delivery.DeliveryPlan.Discard;
import svc.api.delivery.DeliveryPlan.Effect;
import svc.api.delivery.DeliveryPlan.Keep;
import svc.api.delivery.IncomingMessage;
import svc.api.identity.AddressResolution;
import svc.api.identity.AddressResolution.ForwardedAlias;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.Directory;
import svc.mail.domains.report.ReportMetrics.Received;
import svc.mail.domains.report.ReportReader.InvalidReportException;
import svc.mailauth.AuthenticationResults;
import svc.mailauth.DomainName;
import svc.mailauth.Verdict;
import svc.mime.HeaderField;
import svc.mime.Headers;
import svc.mime.Message;
import svc.mime.MessageReader;
import svc.mime.Part;
import svc.mime.ReadLimits;
import svc.mime.ReadOptions;

/**
 * Reads the reports that arrive at {@code dmarc-reports} of a domain of this server. A valid report is summed up and not
 * filed, unless an account has the address. Other messages to the address are filed for its account, which is that of the
 * postmaster by default. Thread-safe.
 */
@Component(service = DeliveryFilter.class)
public final class ReportFilter implements DeliveryFilter {

    private static final Logger LOG = LoggerFactory.getLogger(ReportFilter.class);
    private static final int ORDER = 20;

    /** The number of days of which reports are accepted, besides the present day and the next one. */
    static final int DAYS = 30;

    private final ReportAddress address;
    private final Directory directory;
    private final ReportMetrics metrics;
    private final MessageReader reader = new MessageReader(ReadLimits.USUAL);

    @Activate
    public ReportFilter(
            @Reference ReportAddress address, @Reference Directory directory, @Reference ReportMetrics metrics) {
        this.address = address;
        this.directory = directory;
        this.metrics = metrics;
    }

    @Override
    public int order() {
        return ORDER;
    }

    @Override
    public DeliveryPlan plan(IncomingMessage message, DeliveryPlan before) throws IOException {
        if (!ReportAddress.is(message.recipient()) || !(before.disposition() instanceof Keep)) {
            return before;
        }
        Message read = reader.read(message.message()::send, message.message().size(), ReadOptions.STRUCTURE);
        Optional<String> reporter = reporter(message, read.headers());
        if (reporter.isEmpty()) {
            metrics.count(Received.UNAUTHENTICATED);
            return before;
        }
        Optional<Effect> effect = effect(message, read, reporter.get());
        if (effect.isEmpty()) {
            return before;
        }
        metrics.count(Received.STORED);
        DeliveryPlan after = before.with(effect.get());
        AddressResolution resolution = directory.resolve(message.recipient());
        boolean isOfAccount = resolution instanceof LocalAccount || resolution instanceof ForwardedAlias;
        return isOfAccount ? after : new DeliveryPlan(new Discard(), after.redirects(), after.effects(), true);
    }

    /**
     * Returns the domain that sent a message, if it passed DMARC: reports must (RFC 9990 §3.5.2), and others could be
     * false. A message that an account of this server sent is a report only if this server itself did.
     */
    private Optional<String> reporter(IncomingMessage message, Headers headers) {
        // The fields of a message from an account were not checked.
        if (message.arrival().filter(arrival -> !arrival.isAuthenticated()).isEmpty()) {
            return message.sender().equals(address.sender()) ? Optional.of(address.receiver()) : Optional.empty();
        }
        Optional<HeaderField> results = headers.all(AuthenticationResults.NAME).stream()
                .filter(field -> AuthenticationResults.claims(field, address.hostname()))
                .findFirst();
        if (results.map(AuthenticationResults::dmarc).orElse(Verdict.NONE) != Verdict.PASS) {
            return Optional.empty();
        }
        return Optional.ofNullable(headers.last("From"))
                .flatMap(from -> from.addresses().stream().findFirst())
                .map(from -> DomainName.ofAddress(from.email()))
                .map(DomainName::text);
    }

    private Optional<Effect> effect(IncomingMessage message, Message read, String reporter) {
        Optional<Part> part = ReportAttachment.find(read);
        if (part.isEmpty()) {
            metrics.count(Received.INVALID);
            return Optional.empty();
        }
        ReceivedReport report;
        try (InputStream in = ReportAttachment.open(part.get(), message.message()::send)) {
            report = ReportReader.read(in);
        } catch (InvalidReportException | IOException e) {
            LOG.info("A DMARC report of {} to {} is filed unread: {}", reporter, message.recipient(), e.getMessage());
            metrics.count(Received.INVALID);
            return Optional.empty();
        }
        Optional<String> domain = address.domain(message.recipient(), report.domain());
        LocalDate today = PendingReport.day(message.at());
        boolean isRecent =
                report.day().isAfter(today.minusDays(DAYS)) && !report.day().isAfter(today.plusDays(1));
        if (domain.isEmpty() || !isRecent) {
            metrics.count(domain.isEmpty() ? Received.OTHER_DOMAIN : Received.INVALID);
            return Optional.empty();
        }
        return Optional.of(tx -> ReceivedRows.add(tx.sql(), domain.get(), reporter, report));
    }
}
