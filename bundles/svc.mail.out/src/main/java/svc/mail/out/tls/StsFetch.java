package svc.mail.out.tls;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLException;
import svc.api.dns.Answer.Found;
import svc.api.dns.Resolver;
import svc.api.dns.Resolver.Family;
import svc.api.http.client.HttpTarget;
import svc.api.http.client.OutboundHttpClient;
import svc.api.http.client.OutboundRequest;
import svc.api.http.client.OutboundResponse;
import svc.api.http.client.TargetRule;

/** Fetches MTA-STS policies by HTTPS (RFC 8461 §3.3). The client follows no redirects. Thread-safe. */
final class StsFetch {

    /** The longest policy in bytes. */
    static final int LONGEST = 65_536;

    private static final OutboundRequest.Limits LIMITS = new OutboundRequest.Limits(Duration.ofSeconds(60), LONGEST);
    private static final int OK = 200;

    private final Resolver resolver;
    private final OutboundHttpClient http;
    private final TargetRule rule;

    StsFetch(Resolver resolver, OutboundHttpClient http, TargetRule rule) {
        this.resolver = resolver;
        this.http = http;
        this.rule = rule;
    }

    /** Returns the policy of a domain. */
    StsPolicy fetch(String domain) throws StsFailedException {
        String host = "mta-sts." + domain;
        HttpTarget target = HttpTarget.parse("https://" + host + "/.well-known/mta-sts.txt")
                .filter(parsed -> parsed.host().equals(host))
                .orElseThrow(() -> new StsFailedException(
                        StsFailedException.FETCH_ERROR, "the domain cannot have a policy, because of its name"));
        OutboundRequest request = new OutboundRequest("GET", target, Map.of(), new byte[0], rule, LIMITS);
        byte[] body;
        try (OutboundResponse response = http.send(request, addresses(host))) {
            check(response);
            body = response.body().readAllBytes();
        } catch (StsFailedException e) {
            throw e;
        } catch (IOException e) {
            throw new StsFailedException(
                    isTls(e) ? StsFailedException.WEBPKI_INVALID : StsFailedException.FETCH_ERROR,
                    "the policy cannot be fetched: " + e.getMessage());
        }
        return StsPolicy.parse(text(body));
    }

    /** The name servers of {@code [dns]} know the domain; those of the machine need not. */
    private List<InetAddress> addresses(String host) throws StsFailedException {
        List<InetAddress> addresses = new ArrayList<>();
        for (Family family : Family.values()) {
            if (resolver.addresses(host, family) instanceof Found<InetAddress> found) {
                addresses.addAll(found.records());
            }
        }
        if (addresses.isEmpty()) {
            throw new StsFailedException(StsFailedException.FETCH_ERROR, "DNS has no address of " + host);
        }
        return addresses;
    }

    private static void check(OutboundResponse response) throws StsFailedException {
        if (response.status() != OK) {
            throw new StsFailedException(
                    StsFailedException.FETCH_ERROR, "the server of the policy answered " + response.status());
        }
        String type = response.field("content-type").orElse("").split(";", 2)[0].strip();
        if (!type.equalsIgnoreCase("text/plain")) {
            throw new StsFailedException(StsFailedException.INVALID, "the media type is not text/plain");
        }
    }

    private static boolean isTls(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SSLException) {
                return true;
            }
        }
        return false;
    }

    private static String text(byte[] body) throws StsFailedException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new StsFailedException(StsFailedException.INVALID, "the policy is not valid UTF-8");
        }
    }
}
