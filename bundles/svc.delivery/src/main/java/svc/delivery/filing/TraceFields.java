package svc.delivery.filing;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.delivery.trace.TraceId;

/** The trace fields that this server puts in front of a message (RFC 5321 §4.4). */
public final class TraceFields {

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, d MMM uuuu HH:mm:ss xx", Locale.ENGLISH);

    /** A domain or an address literal, also an internationalized one. The client chooses the text. */
    private static final Pattern HELO = Pattern.compile("[\\p{L}\\p{N}.:_\\[\\]-]{1,255}");

    private static final Pattern NOT_OF_COMMENTS = Pattern.compile("[^A-Za-z0-9 ._/-]");

    private TraceFields() {}

    /** Returns the field that a filed copy begins with. */
    public static String returnPath(String sender) {
        return "Return-Path: <" + sender.replaceAll("[\\p{Cntrl}]", "") + ">\r\n";
    }

    /**
     * Returns the Received field of an arriving message.
     *
     * @param id the id of the message in the trace
     */
    public static String received(Envelope envelope, Arrival arrival, String hostname, TraceId id) {
        StringBuilder field = new StringBuilder("Received: ");
        if (!arrival.isAuthenticated()) { // the address of a user is personal data
            field.append("from ").append(client(arrival)).append("\r\n\t");
        }
        field.append("by ").append(hostname).append(" with ").append(protocol(arrival));
        arrival.tls()
                .ifPresent(tls -> field.append("\r\n\t(")
                        .append(NOT_OF_COMMENTS.matcher(tls).replaceAll(""))
                        .append(')'));
        field.append("\r\n\tid ").append(NOT_OF_COMMENTS.matcher(id.toString()).replaceAll(""));
        // More than one address would disclose recipients of a blind copy.
        if (envelope.recipients().size() == 1) {
            field.append("\r\n\tfor <")
                    .append(envelope.recipients().get(0).address().replaceAll("[\\p{Cntrl}]", ""))
                    .append('>');
        }
        return field.append(";\r\n\t")
                .append(DATE.format(arrival.at().atOffset(ZoneOffset.UTC)))
                .append("\r\n")
                .toString();
    }

    private static String client(Arrival arrival) {
        String literal = literal(arrival.client());
        return HELO.matcher(arrival.helo()).matches() ? arrival.helo() + " (" + literal + ")" : literal;
    }

    /** Returns an address literal (RFC 5321 §4.1.3). */
    private static String literal(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return (address instanceof Inet6Address ? "[IPv6:" : "[") + (zone < 0 ? text : text.substring(0, zone)) + "]";
    }

    private static String protocol(Arrival arrival) {
        return NOT_OF_COMMENTS.matcher(arrival.protocol()).replaceAll("");
    }
}
