package svc.mail.out.send;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import svc.api.delivery.SmtpReply;

/**
 * A reply of another server (RFC 5321 §4.2).
 *
 * @param code the reply code, from 200 to 599
 * @param lines the texts of the lines, without codes and control characters
 */
record ServerReply(int code, List<String> lines) {

    /** RFC 5321 §4.5.3.1.5 permits 512 octets; some servers send more. */
    private static final int LONGEST_LINE = 2_048;

    private static final int MOST_LINES = 128;
    private static final int LONGEST_TEXT = 500;
    private static final Pattern LINE = Pattern.compile("([2-5][0-9]{2})(?:([ -])(.*))?");
    private static final Pattern ENHANCED = Pattern.compile("([245]\\.[0-9]{1,3}\\.[0-9]{1,3})(?: +|$)");

    /** Copies the list. */
    ServerReply {
        lines = List.copyOf(lines);
    }

    /**
     * Reads a reply.
     *
     * @throws HostException the octets are not a reply, or the reply is too long
     */
    static ServerReply read(InputStream in) throws IOException {
        List<String> lines = new ArrayList<>();
        int code = 0;
        while (lines.size() < MOST_LINES) {
            Matcher line = LINE.matcher(line(in));
            if (!line.matches() || (code > 0 && code != Integer.parseInt(line.group(1)))) {
                throw new HostException("the server sent a line that is not a reply of SMTP");
            }
            code = Integer.parseInt(line.group(1));
            lines.add(line.group(3) == null ? "" : line.group(3));
            if (!"-".equals(line.group(2))) {
                return new ServerReply(code, lines);
            }
        }
        throw new HostException("the server sent a reply of more than " + MOST_LINES + " lines");
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int octet = in.read(); octet != '\n'; octet = in.read()) {
            if (octet < 0) {
                throw new EOFException();
            } else if (line.size() == LONGEST_LINE) {
                throw new HostException("the server sent a reply with a line of more than " + LONGEST_LINE + " octets");
            }
            line.write(octet);
        }
        String text = line.toString(UTF_8);
        return withoutControls(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
    }

    /** Returns a text in which each control character is replaced. */
    static String withoutControls(String text) {
        return text.codePoints()
                .map(c -> c == '\t'
                        ? ' '
                        : Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    boolean isPositive() {
        return code < 300;
    }

    /** Returns whether the server ends the connection after the reply (RFC 5321 §3.8). */
    boolean isEnd() {
        return code == 421;
    }

    /** Returns the enhanced status code (RFC 2034); {@code x.0.0} if the server sent none that fits (RFC 3463 §2). */
    String enhancedCode() {
        Matcher enhanced = ENHANCED.matcher(lines.get(0));
        return enhanced.lookingAt() && enhanced.group(1).charAt(0) - '0' == code / 100
                ? enhanced.group(1)
                : code / 100 + ".0.0";
    }

    private String text() {
        String text = lines.stream()
                .map(line -> ENHANCED.matcher(line).lookingAt()
                        ? ENHANCED.matcher(line).replaceFirst("")
                        : line)
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining(" "));
        return text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text;
    }

    /** Returns the reply as the queue stores it: its text names the host. */
    SmtpReply of(String host) {
        return new SmtpReply(code, enhancedCode(), host + " said: " + text());
    }

    @Override
    public String toString() {
        return code + " " + text();
    }
}
