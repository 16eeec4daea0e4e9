package svc.http.guest;

import java.util.Optional;
import svc.api.http.WebSocketEndpoint;

/** The WebSocket endpoint of another bundle. */
public final class GuestEndpoint implements WebSocketEndpoint {

    @Override
    public Answer open(Handshake handshake) {
        return new Accept(Optional.empty(), 1_000, (channel, text) -> channel.send("echo " + text));
    }
}
