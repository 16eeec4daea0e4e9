import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Prints the changes that the server sends over a WebSocket (RFC 8887): {@code SVC=http://127.0.0.1:8080 TOKEN=… java Listen.java}.
 * When the connection breaks, it reconnects with the last push state, and the server sends the changes that it missed.
 */
final class Listen implements WebSocket.Listener {

    private static final Pattern PUSH_STATE = Pattern.compile("\"pushState\":\"([^\"]+)\"");

    private final StringBuilder part = new StringBuilder();
    private final CompletableFuture<String> end = new CompletableFuture<>();
    private String pushState;

    private Listen(String pushState) {
        this.pushState = pushState;
    }

    public static void main(String[] none) throws InterruptedException {
        URI url = URI.create(System.getenv("SVC").replaceFirst("^http", "ws") + "/jmap/ws");
        HttpClient client = HttpClient.newHttpClient();
        for (String last = ""; ; TimeUnit.SECONDS.sleep(1)) {
            Listen listen = new Listen(last);
            try {
                client.newWebSocketBuilder()
                        .subprotocols("jmap")
                        .header("Authorization", "Bearer " + System.getenv("TOKEN"))
                        .buildAsync(url, listen)
                        .join();
                last = listen.end.join();
            } catch (CompletionException e) {
                System.err.println("not yet: " + e.getCause());
            }
        }
    }

    @Override
    public void onOpen(WebSocket socket) {
        String since = pushState.isEmpty() ? "null" : "\"" + pushState + "\"";
        socket.sendText("{\"@type\":\"WebSocketPushEnable\",\"dataTypes\":null,\"pushState\":" + since + "}", true);
        System.out.println("listening");
        socket.request(1);
    }

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
        part.append(data);
        if (last) {
            System.out.println(part);
            Matcher found = PUSH_STATE.matcher(part);
            pushState = found.find() ? found.group(1) : pushState;
            part.setLength(0);
        }
        socket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
        end.complete(pushState);
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable failure) {
        end.complete(pushState);
    }
}
