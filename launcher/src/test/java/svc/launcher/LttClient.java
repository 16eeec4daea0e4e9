package svc.launcher;

import okhttp3.HttpUrl;
import okhttp3.Request;
import rs.ltt.jmap.client.JmapClient;
import rs.ltt.jmap.client.http.HttpAuthentication;

/** How {@code rs.ltt.jmap:jmap-client} presents a token. */
record LttClient(String getUsername, String token) implements HttpAuthentication {

    /** Is told where the session is: from the address alone it would look at port 443 of the address's domain. */
    static JmapClient of(SignedIn somebody, String token) {
        HttpUrl session = HttpUrl.get(somebody.server().url() + "/.well-known/jmap");
        return new JmapClient(new LttClient(somebody.email(), token), session);
    }

    @Override
    public void authenticate(Request.Builder request) {
        request.header("Authorization", "Bearer " + token);
    }
}
