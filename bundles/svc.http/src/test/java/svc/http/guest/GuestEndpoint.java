package svc.http.guest;

import java.util.Optional;
import svc.api.http.WebSocketEndpoint;

/** A WebSocket endpoint in another bundle. */
public final class GuestEndpoint implements WebSocketEndpoint {

    @Override
    public HandshakeResult open(Handshake handshake) {
        return new Accept(Optional.empty(), 1_000, (channel, text) -> channel.send("echo " + text));
    }
}
