package svc.launcher.config.keys;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The format of a text, if its key declares one, so that a start with an invalid text is refused early. Host names are
 * never resolved.
 */
public enum ValueFormat {
    /** The address of a listener. */
    ADDRESS("127.0.0.1:8080", "must be an address with a port, such as \"127.0.0.1:8080\" or \"[::1]:8080\"") {
        @Override
        boolean fits(String text, Path home) {
            Matcher matcher = HOST_AND_PORT.matcher(text.strip());
            return matcher.matches() && Integer.parseInt(matcher.group(1)) <= 65_535;
        }
    },
    /** The URL of a server. */
    URL("https://mail.example.org", "must be the URL of a server, such as \"https://mail.example.org\"") {
        @Override
        boolean fits(String text, Path home) {
            return web(text)
                    .filter(uri ->
                            uri.getRawQuery() == null && uri.getRawFragment() == null && uri.getRawUserInfo() == null)
                    .isPresent();
        }
    },
    /** An IP address or network. */
    NETWORK("10.0.0.0/8", "must be an address or a network, such as \"10.0.0.0/8\" or \"::1\"") {
        @Override
        boolean fits(String text, Path home) {
            int slash = text.indexOf('/');
            int width = width(slash < 0 ? text : text.substring(0, slash));
            String bits = slash < 0 ? "0" : text.substring(slash + 1);
            return width > 0 && bits.matches("[0-9]{1,3}") && Integer.parseInt(bits) <= width;
        }
    },
    /** An origin of a web page (RFC 6454 §6.1), or any origin. */
    ORIGIN(
            "https://app.example.org",
            "must be scheme, host and port only, such as \"https://app.example.org\", or \"*\"") {
        @Override
        boolean fits(String text, Path home) {
            return text.equals("*")
                    || web(text)
                            .filter(uri -> (uri.getScheme() + "://" + uri.getRawAuthority()).equals(text))
                            .isPresent();
        }
    },
    /** The address of a mailbox (RFC 5321 §4.1.2) in ASCII, without quotes. */
    MAIL_ADDRESS("ops@example.org", "must be a mail address, such as \"ops@example.org\"") {
        @Override
        boolean fits(String text, Path home) {
            return text.length() <= LONGEST_MAILBOX && MAILBOX.matcher(text).matches();
        }
    },
    /** The plan of a tenant. */
    PLAN(
            "standard",
            "must be the name of a plan and its limits, such as"
                    + " \"small quota_bytes=1000000000 accounts=10 capabilities=urn:ietf:params:jmap:mail\"") {
        @Override
        boolean fits(String text, Path home) {
            return PLANNED.matcher(text).matches();
        }
    },
    /** A duration, or {@code off}. */
    AGE("30d", "must be \"off\" or a whole number with m, h or d, such as \"12h\" or \"30d\"") {
        @Override
        boolean fits(String text, Path home) {
            return text.equals("off") || SPAN.matcher(text).matches();
        }
    },
    /** A time of the week in UTC, at least an hour long; the end can be on the next day. */
    WINDOW("Sun 02:00-05:00", "must be a day and a time in UTC of at least an hour, such as \"Sun 02:00-05:00\"") {
        @Override
        boolean fits(String text, Path home) {
            Matcher matcher = WEEKLY.matcher(text.strip());
            return matcher.matches() && minutes(matcher.group(1), matcher.group(2)) >= 60;
        }

        private static int minutes(String begin, String end) {
            long minutes = Duration.between(LocalTime.parse(begin), LocalTime.parse(end))
                    .toMinutes();
            return (int) Math.floorMod(minutes, Duration.ofDays(1).toMinutes());
        }
    },
    /** The SHA-256 sum of a file. */
    SHA256("0".repeat(64), "must be a SHA-256 sum of 64 hexadecimal digits, as sha256sum prints it") {
        @Override
        boolean fits(String text, Path home) {
            return text.matches("[0-9A-Fa-f]{64}");
        }
    },
    /** A number of bytes; in the file also a text with a unit. */
    SIZE("50MB", "must be a number of bytes, or a size such as \"2GB\", \"500 MB\" or \"1GiB\"") {
        @Override
        boolean fits(String text, Path home) {
            return bytes(text).isPresent();
        }
    },
    /** An existing file; a relative path is resolved against the home. */
    FILE("secrets/file", "must name a file that svc may read, by its whole path or from the home on") {
        @Override
        boolean fits(String text, Path home) {
            return file(text, home).isPresent();
        }
    },
    /** A file with a certificate. */
    CERTIFICATE("secrets/tls.crt", "must name a file with a PEM certificate, which svc may read") {
        @Override
        boolean fits(String text, Path home) {
            return file(text, home).flatMap(PemFiles::certificate).isPresent();
        }
    },
    /** A file with a private key that needs no pass phrase. */
    PRIVATE_KEY(
            "secrets/tls.key", "must name a file with a PEM private key without a pass phrase, which svc may read") {
        @Override
        boolean fits(String text, Path home) {
            return file(text, home).filter(PemFiles::holdsKey).isPresent();
        }
    };

    private static final Pattern HOST_AND_PORT =
            Pattern.compile("(?:\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]+):([0-9]{1,5})");
    private static final int LONGEST_MAILBOX = 254;
    private static final String ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
    private static final String LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
    private static final Pattern MAILBOX =
            Pattern.compile("(?=[^@]{1,64}@)" + ATOM + "(?:\\." + ATOM + ")*@" + LABEL + "(?:\\." + LABEL + ")*");
    private static final Pattern SPAN = Pattern.compile("[1-9][0-9]{0,5}[mhd]");
    private static final String TIME = "((?:[01][0-9]|2[0-3]):[0-5][0-9])";
    private static final Pattern WEEKLY = Pattern.compile("(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) " + TIME + "-" + TIME);
    private static final String URNS = "urn:[\\x21-\\x7e&&[^,]]+(?:,urn:[\\x21-\\x7e&&[^,]]+)*";
    private static final Pattern PLANNED =
            Pattern.compile("[a-z0-9][a-z0-9-]{0,39}(?: +quota_bytes=[1-9][0-9]{0,17}(?:[kKMGT]i?B)?"
                    + "| +accounts=[0-9]{1,9}| +capabilities=" + URNS + "){0,3}");
    private static final Pattern IPV4 =
            Pattern.compile("(?:(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]?[0-9])(?:\\.(?!$)|$)){4}");

    private static final Pattern BYTES = Pattern.compile("([0-9]{1,19}(?:\\.[0-9]{1,9})?) ?(?:([KMGT])(I)?B|B)?");

    private final String example;
    private final String must;

    ValueFormat(String example, String must) {
        this.example = example;
        this.must = must;
    }

    /** Returns the format of this name. */
    static Optional<ValueFormat> named(String name) {
        for (ValueFormat form : values()) {
            if (form.word().equals(name)) {
                return Optional.of(form);
            }
        }
        return Optional.empty();
    }

    /** Returns the name of the format in the declarations of keys. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    String example() {
        return example;
    }

    /**
     * Returns the reason why the text does not have this format, as the end of a sentence; empty if the text has the
     * format.
     */
    Optional<String> objection(String text, Path home) {
        return fits(text, home) ? Optional.empty() : Optional.of(must);
    }

    abstract boolean fits(String text, Path home);

    /** Returns the number of bytes of a size; empty if it is invalid or too large. */
    static Optional<Long> bytes(String text) {
        Matcher size = BYTES.matcher(text.strip().toUpperCase(Locale.ROOT));
        if (!size.matches()) {
            return Optional.empty();
        }
        int power = size.group(2) == null ? 0 : "KMGT".indexOf(size.group(2)) + 1;
        BigDecimal unit =
                BigDecimal.valueOf(size.group(3) == null ? 1_000 : 1_024).pow(power);
        try {
            return Optional.of(new BigDecimal(size.group(1)).multiply(unit).longValueExact());
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }

    private static Optional<Path> file(String text, Path home) {
        try {
            return Optional.of(home.resolve(text)).filter(file -> Files.isRegularFile(file) && Files.isReadable(file));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static Optional<URI> web(String text) {
        try {
            URI uri = URI.create(text);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return web && uri.getHost() != null ? Optional.of(uri) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the length of a literal IP address in bits; 0 for any other text. For a host in brackets, the JDK checks
     * the IPv6 address.
     */
    private static int width(String address) {
        if (IPV4.matcher(address).matches()) {
            return 32;
        }
        boolean v6 =
                address.indexOf(':') >= 0 && web("http://[" + address + "]/").isPresent();
        return v6 ? 128 : 0;
    }
}
