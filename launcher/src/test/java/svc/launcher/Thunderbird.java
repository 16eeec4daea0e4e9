package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import svc.testkit.Eventually;
import svc.testkit.bundles.MailCalls;

/**
 * Thunderbird without a window, with one account that sends mail to 127.0.0.1. Tests control it with its Marionette
 * protocol: JSON arrays in packets, {@code [0, number, command, parameters]} and {@code [1, number, error, result]}.
 */
final class Thunderbird implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LONGEST_MILLISECONDS = 60_000;
    private static final String TRUST = "Cc['@mozilla.org/security/x509certdb;1'].getService(Ci.nsIX509CertDB)"
            + ".addCertFromBase64(arguments[0], 'C,,')";

    /** The security of a connection, with the names of {@code nsMsgSocketType}. */
    enum Security {
        STARTTLS("alwaysSTARTTLS"),
        TLS("SSL");

        private final String socketType;

        Security(String socketType) {
            this.socketType = socketType;
        }
    }

    /** A message in plain text. */
    record Text(String to, String subject, String body) {}

    /**
     * What happened to a message.
     *
     * @param messageId the Message-ID of a sent message; empty if Thunderbird did not send it
     * @param dialogs the texts that Thunderbird showed to the user
     */
    record Outcome(String messageId, List<String> dialogs) {}

    private final Path profile;
    private final Process process;
    private final Socket remote;
    private int commands;

    private Thunderbird(Path profile, Process process, Socket remote) {
        this.profile = profile;
        this.process = process;
        this.remote = remote;
    }

    /** Starts Thunderbird with an account for an address, and a profile in a folder. */
    static Thunderbird in(Path folder, String email) throws IOException {
        Path profile = Files.createDirectories(folder.resolve("profile"));
        Files.writeString(
                profile.resolve("user.js"), resource("thunderbird-user.js").replace("EMAIL", email));
        ProcessBuilder command = new ProcessBuilder(
                        "thunderbird",
                        "--headless",
                        "--no-remote",
                        "--marionette",
                        "-remote-allow-system-access",
                        "--profile",
                        profile.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile());
        // Its files are deleted with the folder.
        command.environment().putAll(Map.of("HOME", folder.toString(), "TMPDIR", folder.toString()));
        Process process = command.start();
        try {
            Path port = profile.resolve("MarionetteActivePort");
            Eventually.until("ready", () -> port.toFile().length() > 0 || !process.isAlive());
            Socket remote = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(Files.readString(port)));
            remote.setSoTimeout(LONGEST_MILLISECONDS);
            Thunderbird started = new Thunderbird(profile, process, remote);
            started.packet(); // the greeting
            started.command("WebDriver:NewSession", Map.of("unhandledPromptBehavior", "dismiss"));
            started.command("Marionette:SetContext", Map.of("value", "chrome"));
            return started;
        } catch (IOException | AssertionError e) {
            end(process);
            throw new AssertionError("Thunderbird did not start:\n" + Files.readString(folder.resolve("log")), e);
        }
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Thunderbird.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
        }
    }

    /** Trusts an authority to certify servers. */
    void trust(Certificate authority) throws Exception {
        String base64 = Base64.getEncoder().encodeToString(authority.getEncoded());
        command("WebDriver:ExecuteScript", Map.of("script", TRUST, "args", List.of(base64)));
    }

    /** Sends a message, and cancels all dialogs. */
    Outcome send(int port, Security security, String password, Text text) throws IOException {
        String result = "result" + commands + ".json";
        Map<String, Object> order = Map.of(
                "port",
                port,
                "security",
                security.socketType,
                "password",
                password,
                "to",
                text.to(),
                "subject",
                text.subject(),
                "body",
                text.body(),
                "result",
                result);
        Map<String, Object> script = Map.of("script", resource("thunderbird-send.js"), "args", List.of(order));
        command("WebDriver:ExecuteScript", script);
        Path file = profile.resolve(result);
        Eventually.until("sent or refused", () -> Files.exists(file));
        return JSON.readValue(file.toFile(), Outcome.class);
    }

    /** Runs the body of an asynchronous function with the functions for IMAP; returns its result as text. */
    String run(String body, Object... arguments) throws IOException {
        String script = resource("thunderbird-imap.js").replace("BODY", body);
        return command("WebDriver:ExecuteAsyncScript", Map.of("script", script, "args", List.of(arguments)))
                .path("value")
                .asText();
    }

    private JsonNode command(String name, Map<String, Object> parameters) throws IOException {
        byte[] packet = JSON.writeValueAsBytes(List.of(0, ++commands, name, parameters));
        remote.getOutputStream().write((packet.length + ":").getBytes(UTF_8));
        remote.getOutputStream().write(packet);
        JsonNode response = packet();
        JsonNode error = response.path(2);
        if (!error.isNull()) {
            throw new AssertionError(name + ": " + error);
        }
        return response.path(3);
    }

    /** Reads a packet: its length, a colon, and JSON. */
    private JsonNode packet() throws IOException {
        InputStream in = remote.getInputStream();
        int length = 0;
        for (int next = in.read(); next != ':'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("Thunderbird has ended");
            }
            length = length * 10 + Character.digit(next, 10);
        }
        return MailCalls.json(new String(in.readNBytes(length), UTF_8));
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() throws IOException {
        remote.close();
        end(process);
    }
}
