package svc.launcher.config;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a text stands for, where its key says so, so that a start refuses it before anything runs. A name is never looked up. */
public enum KeyForm {
    /** Where a listener binds. */
    ADDRESS("127.0.0.1:8080", "must be an address with a port, such as \"127.0.0.1:8080\" or \"[::1]:8080\"") {
        @Override
        boolean fits(String text, Path home) {
            Matcher matcher = HOST_AND_PORT.matcher(text.strip());
            return matcher.matches() && Integer.parseInt(matcher.group(1)) <= 65_535;
        }
    },
    /** The web address of a server. */
    URL("https://mail.example.org", "must be the URL of a server, such as \"https://mail.example.org\"") {
        @Override
        boolean fits(String text, Path home) {
            return web(text)
                    .filter(uri ->
                            uri.getRawQuery() == null && uri.getRawFragment() == null && uri.getRawUserInfo() == null)
                    .isPresent();
        }
    },
    /** An address or a network of them. */
    NETWORK("10.0.0.0/8", "must be an address or a network, such as \"10.0.0.0/8\" or \"::1\"") {
        @Override
        boolean fits(String text, Path home) {
            int slash = text.indexOf('/');
            int width = width(slash < 0 ? text : text.substring(0, slash));
            String bits = slash < 0 ? "0" : text.substring(slash + 1);
            return width > 0 && bits.matches("[0-9]{1,3}") && Integer.parseInt(bits) <= width;
        }
    },
    /** Where a web page comes from (RFC 6454 §6.1), or any place. */
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
    /** The plan of an organization. */
    PLAN(
            "standard",
            "must be the name of a plan and its limits, such as"
                    + " \"small quota_bytes=1000000000 accounts=10 capabilities=urn:ietf:params:jmap:mail\"") {
        @Override
        boolean fits(String text, Path home) {
            return PLANNED.matcher(text).matches();
        }
    },
    /** A file that is there; a relative one below the home. */
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
    private static final String URNS = "urn:[\\x21-\\x7e&&[^,]]+(?:,urn:[\\x21-\\x7e&&[^,]]+)*";
    private static final Pattern PLANNED = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}(?: +quota_bytes=[1-9][0-9]{0,17}"
            + "| +accounts=[0-9]{1,9}| +capabilities=" + URNS + "){0,3}");
    private static final Pattern IPV4 =
            Pattern.compile("(?:(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]?[0-9])(?:\\.(?!$)|$)){4}");

    private final String example;
    private final String must;

    KeyForm(String example, String must) {
        this.example = example;
        this.must = must;
    }

    /** The form of that name. */
    static Optional<KeyForm> named(String name) {
        for (KeyForm form : values()) {
            if (form.word().equals(name)) {
                return Optional.of(form);
            }
        }
        return Optional.empty();
    }

    /** Its name, as keys declare it. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    String example() {
        return example;
    }

    /** Why the text is not of this form, as the end of a sentence. */
    Optional<String> objection(String text, Path home) {
        return fits(text, home) ? Optional.empty() : Optional.of(must);
    }

    abstract boolean fits(String text, Path home);

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

    /** The bits of a literal address; 0 when it is none. A host of a URL in brackets is the JDK's own check of IPv6. */
    private static int width(String address) {
        if (IPV4.matcher(address).matches()) {
            return 32;
        }
        boolean v6 =
                address.indexOf(':') >= 0 && web("http://[" + address + "]/").isPresent();
        return v6 ? 128 : 0;
    }
}
