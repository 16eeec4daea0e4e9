package svc.http.routes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.HostPort;
import org.eclipse.jetty.websocket.server.ServerUpgradeRequest;
import svc.api.http.WebSocketEndpoint.Handshake;

/** Converts Jetty's upgrade request to the {@link Handshake} that an endpoint receives. */
final class HandshakeReader {

    private HandshakeReader() {}

    static Handshake of(ServerUpgradeRequest request) {
        return new Handshake(
                request.getHttpURI().getPath(),
                Optional.ofNullable(request.getHttpURI().getQuery()),
                headers(request),
                List.copyOf(request.getSubProtocols()),
                Request.getRemoteAddr(request),
                origin(request));
    }

    private static Map<String, List<String>> headers(Request request) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (HttpField field : request.getHeaders()) {
            headers.computeIfAbsent(field.getName().toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(field.getValue() == null ? "" : field.getValue());
        }
        return headers;
    }

    private static String origin(Request request) {
        boolean secure = request.isSecure();
        int port = Request.getServerPort(request);
        String host = HostPort.normalizeHost(Request.getServerName(request));
        return (secure ? "wss://" : "ws://") + host + (port == (secure ? 443 : 80) ? "" : ":" + port);
    }
}
