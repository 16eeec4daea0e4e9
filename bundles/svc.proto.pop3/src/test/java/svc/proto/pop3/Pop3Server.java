package svc.proto.pop3;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.Caller;
import svc.api.identity.Caller.CredentialKind;
import svc.api.identity.Directory;
import svc.api.identity.SignIns;
import svc.api.ratelimit.RateLimiter.Banned;
import svc.api.ratelimit.RateLimiter.TooManyFailures;
import svc.testkit.bundles.BundleServer;

/** The bundles of a mail server with open ports for POP3. */
final class Pop3Server {

    /** The address of a proxy. */
    static final String PROXY = "127.0.0.2";

    private static final String ANY_PORT = "127.0.0.1:0";

    private Pop3Server() {}

    static BundleServer create() {
        return BundleServer.withMailStorage("svc.tls", "svc.net", "svc.ratelimit", "svc.proto.pop3")
                .configured("svc.server", Map.of("tls.self.signed", true))
                .configured("svc.net", Map.of("max.connections.per.network", 1_000, "proxies", new String[] {PROXY}))
                .configured("svc.security", Map.of())
                .configured("svc.pop3", Map.of("listen", ANY_PORT, "tls.listen", ANY_PORT))
                .providing(SignIns.class, PasswordSignIns::new);
    }

    /** The password of each account is {@code secret}, and its token is its address. */
    private record PasswordSignIns(Directory directory) implements SignIns {

        @Override
        public Outcome password(Client client, String login, String secret) {
            return switch (secret) {
                case "secret", "two words" -> account(client, login, CredentialKind.APP_PASSWORD);
                case "off" -> new Refused(Reason.PASSWORDS_OFF);
                case "banned" -> new Blocked(new Banned(Instant.MAX));
                case "often" -> new Blocked(new TooManyFailures("limit", 1, Duration.ofMinutes(1)));
                case "busy" -> new Busy();
                default -> new Refused(Reason.INVALID_CREDENTIALS);
            };
        }

        @Override
        public Outcome token(Client client, String token) {
            return account(client, token, CredentialKind.SESSION);
        }

        private Outcome account(Client client, String address, CredentialKind kind) {
            return directory.resolve(address) instanceof LocalAccount local
                    ? new SignedIn(new Caller(
                            local.account(), "device", kind, client.address().getHostAddress()))
                    : new Refused(Reason.INVALID_CREDENTIALS);
        }
    }
}
