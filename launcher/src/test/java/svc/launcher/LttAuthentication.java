package svc.launcher;

import okhttp3.HttpUrl;
import okhttp3.Request;
import rs.ltt.jmap.client.JmapClient;
import rs.ltt.jmap.client.http.HttpAuthentication;

/** Presents a token in {@code rs.ltt.jmap:jmap-client}. */
record LttAuthentication(String getUsername, String token) implements HttpAuthentication {

    /**
     * Returns a client with the URL of the session: from the address alone it would connect to port 443 of the domain.
     */
    static JmapClient of(SignedIn otherUser, String token) {
        HttpUrl session = HttpUrl.get(otherUser.server().url() + "/.well-known/jmap");
        return new JmapClient(new LttAuthentication(otherUser.email(), token), session);
    }

    @Override
    public void authenticate(Request.Builder request) {
        request.header("Authorization", "Bearer " + token);
    }
}
