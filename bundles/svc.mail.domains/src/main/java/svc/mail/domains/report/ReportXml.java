package svc.mail.domains.report;

import java.io.OutputStream;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import svc.api.delivery.SenderObserver.SenderResults.MethodResult;
import svc.api.delivery.SenderObserver.SenderResults.PublishedPolicy;

/** Writes a report as XML (RFC 9990 §3.1.1). */
final class ReportXml {

    static final String NAMESPACE = "urn:ietf:params:xml:ns:dmarc-2.0";

    private final XMLStreamWriter xml;

    private ReportXml(XMLStreamWriter xml) {
        this.xml = xml;
    }

    /**
     * Writes a report.
     *
     * @param receiver the domain of this server that sends the report
     * @param contact the address for questions
     */
    static void write(PendingReport report, String receiver, String contact, OutputStream out) {
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out, "UTF-8");
            new ReportXml(xml).document(report, receiver, contact);
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("the report cannot be written", e);
        }
    }

    private void document(PendingReport report, String receiver, String contact) throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeCharacters("\n");
        xml.writeStartElement("feedback");
        xml.writeDefaultNamespace(NAMESPACE);
        element("version", "1.0");
        xml.writeStartElement("report_metadata");
        element("org_name", receiver);
        element("email", contact);
        element("report_id", report.id(receiver));
        xml.writeStartElement("date_range");
        element("begin", Long.toString(report.begin()));
        element("end", Long.toString(report.end()));
        xml.writeEndElement();
        element("generator", "svc");
        xml.writeEndElement();
        policy(report.policy());
        for (Map.Entry<Tuple, Long> record : report.counts().entrySet()) {
            record(record.getKey(), record.getValue());
        }
        xml.writeEndElement();
        xml.writeEndDocument();
    }

    private void policy(PublishedPolicy policy) throws XMLStreamException {
        xml.writeStartElement("policy_published");
        element("domain", policy.domain());
        element("discovery_method", "treewalk");
        element("p", policy.policy());
        element("sp", policy.subdomainPolicy());
        element("np", policy.nonexistentPolicy());
        element("adkim", policy.strictDkim() ? "s" : "r");
        element("aspf", policy.strictSpf() ? "s" : "r");
        element("testing", policy.testing() ? "y" : "n");
        xml.writeEndElement();
    }

    private void record(Tuple tuple, long messages) throws XMLStreamException {
        xml.writeStartElement("record");
        xml.writeStartElement("row");
        element("source_ip", tuple.source());
        element("count", Long.toString(messages));
        xml.writeStartElement("policy_evaluated");
        element("disposition", tuple.disposition());
        element("dkim", tuple.dkim());
        element("spf", tuple.spf());
        if (!tuple.reason().isEmpty()) {
            xml.writeStartElement("reason");
            element("type", tuple.reason());
            if (tuple.reason().equals("other")) {
                element("comment", "SPF or DKIM had a temporary error");
            }
            xml.writeEndElement();
        }
        xml.writeEndElement();
        xml.writeEndElement();
        xml.writeStartElement("identifiers");
        element("header_from", tuple.author());
        element("envelope_from", tuple.sender());
        xml.writeEndElement();
        authentication(tuple);
        xml.writeEndElement();
    }

    private void authentication(Tuple tuple) throws XMLStreamException {
        xml.writeStartElement("auth_results");
        for (MethodResult signature : tuple.signatures()) {
            xml.writeStartElement("dkim");
            element("domain", signature.domain());
            element("selector", signature.selector());
            element("result", signature.result());
            xml.writeEndElement();
        }
        if (!tuple.spfDomain().isEmpty()) {
            xml.writeStartElement("spf");
            element("domain", tuple.spfDomain());
            element("scope", "mfrom");
            element("result", tuple.spfResult());
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private void element(String name, String text) throws XMLStreamException {
        xml.writeStartElement(name);
        xml.writeCharacters(text);
        xml.writeEndElement();
    }
}
