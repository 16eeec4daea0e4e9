package svc.launcher;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.launcher.kit.WorkingCopy;
import svc.testkit.Eventually;
import svc.testkit.Prerequisite;

/**
 * A small network on loopback addresses: nsd with a signed root zone and an unsigned zone, unbound, and postfix with a
 * listener for each mail host. The programs come from packages that {@code .ci/tools} has unpacked.
 */
final class NetworkBox implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NetworkBox.class);
    private static final String TEST = "NetworkBox";
    private static final List<String> NAMESPACE = List.of("unshare", "--mount", "--pid", "--fork", "--kill-child");

    /** Processes have networks of their own: two working copies can run the test at the same time. */
    private static final String NETWORK = "127.10." + ProcessHandle.current().pid() % 250 + ".";

    private static final int RESOLVER = 2;

    private final Path folder;
    private final StringBuilder root = new StringBuilder("""
            $ORIGIN .
            $TTL 300
            . IN SOA ns. hostmaster. 1 3600 600 86400 300
            . IN NS ns.
            ns. IN A %s1
            unsigned. IN NS ns.unsigned.
            ns.unsigned. IN A %s1
            bogus. IN NS ns.bogus.
            ns.bogus. IN A %s1
            bogus. IN DS 1 13 2 0000000000000000000000000000000000000000000000000000000000000000
            """.replace("%s", NETWORK));
    private final StringBuilder unsigned = new StringBuilder("""
            $ORIGIN unsigned.
            $TTL 300
            @ IN SOA ns hostmaster 1 3600 600 86400 300
            @ IN NS ns
            ns IN A %s1
            """.replace("%s", NETWORK));
    private final StringBuilder bogus = new StringBuilder("""
            $ORIGIN bogus.
            $TTL 300
            @ IN SOA ns hostmaster 1 3600 600 86400 300
            @ IN NS ns
            ns IN A %s1
            """.replace("%s", NETWORK));
    private final List<String> domains = new ArrayList<>();
    private final List<String> listeners = new ArrayList<>();
    private @Nullable Process process;

    NetworkBox(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    /** Returns an address of the network. */
    static String address(int host) {
        return NETWORK + host;
    }

    /**
     * Adds a record with absolute names. Names under {@code unsigned} have no signatures, and names under {@code bogus}
     * should have some, but have none.
     */
    NetworkBox record(String line) {
        String name = line.substring(0, line.indexOf(' '));
        (name.endsWith(".unsigned.") ? unsigned : name.endsWith(".bogus.") ? bogus : root)
                .append(line)
                .append('\n');
        return this;
    }

    /**
     * Adds a host that receives the mail of a domain.
     *
     * @param host the last number of its address
     * @param options options of smtpd, such as {@code smtpd_tls_security_level=may}
     */
    NetworkBox host(String domain, int host, String... options) {
        domains.add(domain);
        StringBuilder line = new StringBuilder(address(host) + ":25 inet n - n - - smtpd -o myhostname=mx." + domain);
        for (String option : options) {
            line.append(" -o { ").append(option.replaceFirst("=", " = ")).append(" }");
        }
        listeners.add(line.toString());
        return this;
    }

    /** Starts the servers. */
    NetworkBox start() throws Exception {
        Path packages = WorkingCopy.root().resolve("target/packages");
        for (String name : List.of("ldnsutils", "nsd", "postfix", "unbound")) {
            Prerequisite.installable(TEST, Files.isDirectory(packages.resolve(name)), name + " is not unpacked");
        }
        Prerequisite.program(TEST, NAMESPACE.get(0));
        Prerequisite.machine(TEST, command("true").waitFor() == 0, "only root can create a mount namespace");
        Files.writeString(folder.resolve("root.zone"), root);
        Files.writeString(folder.resolve("unsigned.zone"), unsigned);
        Files.writeString(folder.resolve("bogus.zone"), bogus);
        Files.writeString(folder.resolve("nsd.conf"), nsd());
        Files.writeString(folder.resolve("unbound.conf"), unbound());
        Files.writeString(folder.resolve("main.cf"), main());
        Files.writeString(folder.resolve("master.cf"), String.join("\n", listeners) + "\n" + SERVICES);
        String script =
                WorkingCopy.root().resolve("launcher/src/test/servers/box").toString();
        Process started = command(script, folder.toString(), packages.toString());
        process = started;
        Eventually.until("the network is there", () -> {
            assertThat(started.isAlive()).as(log()).isTrue();
            return accepts(address(RESOLVER), 53)
                    && listeners.stream().allMatch(line -> accepts(line.substring(0, line.indexOf(':')), 25));
        });
        return this;
    }

    /** Returns the words of the command line that make a server use the name servers. */
    List<String> settings() {
        return List.of(
                "--set",
                "dns.servers=[\"" + address(RESOLVER) + ":53\"]",
                "--set",
                "dns.trust_anchor=\"" + folder.resolve("anchor") + "\"");
    }

    /** Returns the messages that the hosts have accepted, for a recipient. */
    List<String> messages(String recipient) {
        List<String> found = new ArrayList<>();
        Path arrived = folder.resolve("mail/all/new");
        if (!Files.isDirectory(arrived)) {
            return found;
        }
        try (Stream<Path> files = Files.list(arrived)) {
            for (Path file : files.toList()) {
                String message = Files.readString(file, ISO_8859_1);
                if (message.contains("\nX-Original-To: " + recipient + "\n")) {
                    found.add(message);
                }
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean accepts(String address, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private Process command(String... words) throws IOException {
        List<String> command = new ArrayList<>(NAMESPACE);
        command.addAll(List.of(words));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (process != null) {
            LOG.info("{}", log());
            process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
        }
    }

    private static String nsd() {
        return """
                server:
                  ip-address: %s1
                  username: ""
                  zonesdir: "."
                  database: ""
                  pidfile: ""
                  xfrdfile: ""
                  zonelistfile: "zones"
                  cookie-secret-file: ""
                  xfrdir: "."
                  server-count: 1
                remote-control:
                  control-enable: no
                zone:
                  name: "."
                  zonefile: root.signed
                zone:
                  name: unsigned
                  zonefile: unsigned.zone
                zone:
                  name: bogus
                  zonefile: bogus.zone
                """.replace("%s", NETWORK);
    }

    private static String unbound() {
        return """
                server:
                  interface: %s2
                  outgoing-interface: %s2
                  access-control: 127.0.0.0/8 allow
                  do-not-query-localhost: no
                  username: ""
                  chroot: ""
                  directory: "."
                  pidfile: ""
                  use-syslog: no
                  trust-anchor-file: anchor
                  local-zone: "test." nodefault
                  module-config: "validator iterator"
                  num-threads: 1
                  do-ip6: no
                remote-control:
                  control-enable: no
                stub-zone:
                  name: "."
                  stub-addr: %s1
                stub-zone:
                  name: "unsigned."
                  stub-addr: %s1
                stub-zone:
                  name: "bogus."
                  stub-addr: %s1
                """.replace("%s", NETWORK);
    }

    private String main() {
        return """
                compatibility_level = 3.6
                queue_directory = /mnt/postfix/spool
                data_directory = /mnt/postfix/data
                daemon_directory = /mnt/packages/postfix/usr/lib/postfix/sbin
                command_directory = /mnt/packages/postfix/usr/sbin
                shlib_directory = /mnt/packages/postfix/usr/lib/postfix
                meta_directory = /mnt/postfix/conf
                maillog_file = /mnt/postfix/log/mainlog
                maillog_file_prefixes = /mnt/postfix
                import_environment = MAIL_CONFIG MAIL_LOGTAG TZ LANG=C POSTLOG_SERVICE POSTLOG_HOSTNAME LD_LIBRARY_PATH
                export_environment = TZ LANG=C LD_LIBRARY_PATH
                inet_interfaces = 127.0.0.1
                inet_protocols = ipv4
                myhostname = box.test
                mydestination =
                alias_maps =
                mynetworks = 127.0.0.0/8
                smtpd_peername_lookup = no
                virtual_mailbox_domains = %s
                virtual_mailbox_maps = static:all/
                virtual_mailbox_base = /mnt/box/mail
                virtual_uid_maps = static:61001
                virtual_gid_maps = static:61001
                """.formatted(String.join(", ", domains));
    }

    private static final String SERVICES = """
            cleanup unix n - n - 0 cleanup
            qmgr unix n - n 300 1 qmgr
            tlsmgr unix - - n 1000? 1 tlsmgr
            rewrite unix - - n - - trivial-rewrite
            bounce unix - - n - 0 bounce
            defer unix - - n - 0 bounce
            trace unix - - n - 0 bounce
            verify unix - - n - 1 verify
            virtual unix - n n - - virtual
            error unix - - n - - error
            retry unix - - n - - error
            anvil unix - - n - 1 anvil
            proxymap unix - - n - - proxymap
            postlog unix-dgram n - n - 1 postlogd
            """;
}
