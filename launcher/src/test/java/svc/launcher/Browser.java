package svc.launcher;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A real browser without a window. It shows pages that a test writes, each in a tab and from another origin than the
 * server's, and receives what their scripts send with {@code tell(…)}.
 */
final class Browser implements AutoCloseable {

    private static final long LONGEST_SECONDS = 30;

    /** Script errors are sent too, so that a failed script does not look like a silent one. */
    private static final String TELL = "<!DOCTYPE html><meta charset=utf-8><script>"
            + "const tell = what => fetch(location.href, {method: 'POST', body: String(what)});"
            + "window.onerror = what => { tell('error: ' + what); };"
            + "window.onunhandledrejection = event => { tell('error: ' + event.reason); };</script>";

    /** Without a sandbox, because it may run as root, and without requests to other hosts. */
    private static final List<String> COMMAND = List.of(
            "chromium",
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--remote-debugging-port=0");

    private final Path folder;
    private final Process process;
    private final HttpServer pages;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, Page> shown = new ConcurrentHashMap<>();
    private final String control;

    private Browser(Path folder, Process process) throws IOException {
        this.folder = folder;
        this.process = process;
        this.pages = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        pages.createContext("/", this::response);
        pages.start();
        this.control =
                "http://127.0.0.1:" + Files.readAllLines(debugPort(folder)).get(0) + "/json/";
    }

    /** Starts a browser with a profile in a folder. */
    static Browser in(Path folder) throws IOException {
        Path profile = Files.createDirectories(folder.resolve("profile/Default"));
        Files.writeString(
                profile.resolve("Preferences"),
                new ObjectMapper()
                        .writeValueAsString(Map.of(
                                "download",
                                Map.of("default_directory", downloads(folder).toString()))));
        Process process = started(folder);
        try {
            await("The browser is not ready", () -> portWritten(folder) || !process.isAlive());
            return new Browser(folder, process);
        } catch (IOException | RuntimeException | AssertionError e) {
            end(process);
            throw new AssertionError("The browser did not start:\n" + Files.readString(folder.resolve("log")), e);
        }
    }

    private static Process started(Path folder) {
        List<String> words = new ArrayList<>(COMMAND);
        words.add("--user-data-dir=" + folder.resolve("profile"));
        ProcessBuilder command = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile());
        // Its files are deleted with the folder.
        command.environment().putAll(Map.of("HOME", folder.toString(), "TMPDIR", folder.toString()));
        try {
            return command.start();
        } catch (IOException e) {
            throw new AssertionError(
                    "The tests in a browser need Chromium: install it as `make test` does (.ci/tools chromium).", e);
        }
    }

    /** Returns the file whose first line is the port of the remote control. */
    private static Path debugPort(Path folder) {
        return folder.resolve("profile/DevToolsActivePort");
    }

    /** Chromium creates the file empty and writes the port, a line end and a path afterwards. */
    private static boolean portWritten(Path folder) {
        try {
            return Files.readString(debugPort(folder)).contains("\n");
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path downloads(Path folder) {
        return folder.resolve("downloads");
    }

    /** A page in a tab of its own. Closing it ends its scripts. */
    final class Page implements AutoCloseable {

        private final String path;
        private final String html;
        private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
        private String tab = "";

        private Page(String path, String html) {
            this.path = path;
            this.html = html;
        }

        /** Returns its URL. Bodies that are sent there by POST are received as well. */
        String url() {
            return "http://127.0.0.1:" + pages.getAddress().getPort() + path;
        }

        /** Returns the next text that the page sends. */
        String told() {
            try {
                String next = told.poll(LONGEST_SECONDS, TimeUnit.SECONDS);
                if (next == null) {
                    throw new AssertionError("The page told nothing:\n" + html);
                }
                return next;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        /** Returns whether {@link #told()} has returned all texts. */
        boolean silent() {
            return told.isEmpty();
        }

        @Override
        public void close() {
            command("GET", "close/" + tab);
            shown.remove(path);
        }
    }

    /** Opens a page with a body. */
    Page show(String body) throws IOException {
        Page page = new Page("/page" + shown.size() + "-" + System.nanoTime(), TELL + body);
        shown.put(page.path, page);
        page.tab = new ObjectMapper()
                .readTree(command("PUT", "new?" + page.url()))
                .path("id")
                .asText();
        return page;
    }

    /** Returns a completed download by its name. */
    byte[] downloaded(String name) throws IOException {
        Path file = downloads(folder).resolve(name);
        // The browser creates an empty file, and replaces it by the complete one at the end.
        await("No download " + name, () -> file.toFile().length() > 0);
        return Files.readAllBytes(file);
    }

    private String command(String method, String what) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(control + what))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void response(HttpExchange exchange) throws IOException {
        try (exchange) {
            Page page = shown.get(exchange.getRequestURI().getPath());
            byte[] body = new byte[0];
            if (page != null && exchange.getRequestMethod().equals("POST")) {
                page.told.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            } else if (page != null) {
                exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
                body = page.html.getBytes(StandardCharsets.UTF_8);
            }
            exchange.sendResponseHeaders(page == null ? 404 : 200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static void await(String fallback, Supplier<Boolean> condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (!condition.get()) {
            if (System.nanoTime() > end) {
                throw new AssertionError(fallback);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        end(process);
        pages.stop(0);
    }
}
