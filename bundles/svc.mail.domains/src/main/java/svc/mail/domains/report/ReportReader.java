package svc.mail.domains.report;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import svc.api.net.IpNetwork;
import svc.mail.domains.report.ReceivedReport.SourceResult;

/**
 * Reads the XML of a report (RFC 9990, and RFC 7489 without a namespace) in one pass, without document types and external
 * entities. Elements of extensions are ignored. Not thread-safe.
 */
final class ReportReader {

    /** The maximum number of records. */
    static final int MOST_RECORDS = 10_000;

    /** The maximum number of different sums. The messages of further addresses are counted under the source "". */
    static final int MOST_SUMS = 1_000;

    /** The maximum number of messages of a record; more is not a count that a server can have seen. */
    private static final BigInteger MOST_MESSAGES = BigInteger.valueOf(1_000_000_000);

    private static final int DEEPEST = 16;
    private static final int LONGEST = 1_000;
    private static final String RECORD = "feedback/record/";

    private final Map<String, String> values = new HashMap<>();
    private final Map<SourceResult, Long> sums = new HashMap<>();
    private int records;

    /** A report that is not valid. The message is the reason. */
    static final class InvalidReportException extends Exception {

        private static final long serialVersionUID = 1;

        InvalidReportException(String reason) {
            super(reason);
        }
    }

    /** Reads a report. */
    static ReceivedReport read(InputStream in) throws InvalidReportException, IOException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        ReportReader reader = new ReportReader();
        try {
            reader.document(factory.createXMLStreamReader(in));
        } catch (XMLStreamException e) {
            if (e.getNestedException() instanceof IOException failed) {
                throw failed;
            }
            throw new InvalidReportException("it is not well-formed XML");
        }
        return reader.report();
    }

    private void document(XMLStreamReader xml) throws XMLStreamException, InvalidReportException {
        Deque<String> path = new ArrayDeque<>();
        StringBuilder text = new StringBuilder();
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.DTD -> throw new InvalidReportException("it has a document type");
                case XMLStreamConstants.START_ELEMENT -> {
                    if (path.size() == DEEPEST) {
                        throw new InvalidReportException("its elements are nested too deep");
                    }
                    String parent = path.isEmpty() ? "" : path.getLast() + '/';
                    path.addLast(parent + xml.getLocalName());
                    text.setLength(0);
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (text.length() <= LONGEST) {
                        text.append(xml.getText(), 0, Math.min(xml.getTextLength(), LONGEST + 1));
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    end(path.removeLast(), text.toString().strip());
                    text.setLength(0);
                }
                default -> {}
            }
        }
    }

    private void end(String path, String text) throws InvalidReportException {
        if (path.equals("feedback/record")) {
            record();
            values.keySet().removeIf(name -> name.startsWith(RECORD));
        } else if (isRead(path) && values.putIfAbsent(path, text) != null) {
            throw new InvalidReportException("an element is repeated");
        }
    }

    private static boolean isRead(String path) {
        return switch (path) {
            case "feedback/report_metadata/report_id",
                    "feedback/report_metadata/date_range/begin",
                    "feedback/policy_published/domain",
                    RECORD + "row/source_ip",
                    RECORD + "row/count",
                    RECORD + "row/policy_evaluated/dkim",
                    RECORD + "row/policy_evaluated/spf" -> true;
            default -> false;
        };
    }

    private String value(String path) throws InvalidReportException {
        String value = values.get(path);
        if (value == null || value.isEmpty() || value.length() > LONGEST) {
            throw new InvalidReportException("an element is missing, empty or too long: " + path);
        }
        return value;
    }

    private void record() throws InvalidReportException {
        if (++records > MOST_RECORDS) {
            throw new InvalidReportException("it has more than " + MOST_RECORDS + " records");
        }
        String source = IpNetwork.address(value(RECORD + "row/source_ip"))
                .map(IpNetwork::text)
                .orElseThrow(() -> new InvalidReportException("a source is not an IP address"));
        SourceResult result = new SourceResult(
                source, isPass(RECORD + "row/policy_evaluated/dkim"), isPass(RECORD + "row/policy_evaluated/spf"));
        boolean isFull = sums.size() >= MOST_SUMS && !sums.containsKey(result);
        sums.merge(isFull ? new SourceResult("", result.dkim(), result.spf()) : result, messages(), Long::sum);
    }

    private boolean isPass(String path) throws InvalidReportException {
        return switch (value(path)) {
            case "pass" -> true;
            case "fail" -> false;
            default -> throw new InvalidReportException("a result is neither pass nor fail");
        };
    }

    private long messages() throws InvalidReportException {
        String count = value(RECORD + "row/count");
        BigInteger messages = count.matches("[0-9]{1,20}") ? new BigInteger(count) : BigInteger.ZERO;
        if (messages.signum() == 0 || messages.compareTo(MOST_MESSAGES) > 0) {
            throw new InvalidReportException("a count is not a positive number of messages");
        }
        return messages.longValueExact();
    }

    private ReceivedReport report() throws InvalidReportException {
        if (records == 0) {
            throw new InvalidReportException("it has no records");
        }
        return new ReceivedReport(
                value("feedback/report_metadata/report_id"),
                PendingReport.day(begin()),
                value("feedback/policy_published/domain"),
                sums);
    }

    private Instant begin() throws InvalidReportException {
        try {
            return Optional.of(value("feedback/report_metadata/date_range/begin"))
                    .filter(text -> text.matches("[0-9]{1,12}"))
                    .map(text -> Instant.ofEpochSecond(Long.parseLong(text)))
                    .orElseThrow(() -> new InvalidReportException("the begin of its period is not a time"));
        } catch (DateTimeException e) {
            throw new InvalidReportException("the begin of its period is not a time");
        }
    }
}
