package svc.http.handlers;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.HostPort;
import svc.api.net.IpNetwork;

/**
 * Applies {@code X-Forwarded-For}, {@code -Proto} and {@code -Host} of requests from trusted proxies. The client is the
 * rightmost address that is not a trusted proxy.
 */
public final class ForwardedHeaderHandler extends Handler.Wrapper {

    private final List<IpNetwork> trusted;

    public ForwardedHeaderHandler(List<IpNetwork> trusted, Handler next) {
        super(next);
        this.trusted = trusted;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!trusted.isEmpty()
                && request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress peer
                && trusts(peer.getAddress())) {
            return super.handle(forwarded(request, peer), response, callback);
        }
        return super.handle(request, response, callback);
    }

    private Request forwarded(Request request, InetSocketAddress peer) {
        List<String> hops = request.getHeaders().getCSV("X-Forwarded-For", false);
        InetSocketAddress client = peer;
        int depth = 0;
        for (int i = hops.size() - 1; i >= 0; i--) {
            Optional<InetAddress> address = address(hops.get(i));
            if (address.isEmpty()) {
                break;
            }
            depth = hops.size() - 1 - i;
            client = new InetSocketAddress(address.get(), 0);
            if (!trusts(address.get())) {
                break;
            }
        }
        return new ForwardedRequest(request, client, uri(request, depth));
    }

    /** Parses an address as proxies write it: bare, in brackets, or followed by a port. */
    private static Optional<InetAddress> address(String hop) {
        if (hop.startsWith("[")) {
            int end = hop.indexOf(']');
            return end < 0 ? Optional.empty() : IpNetwork.address(hop.substring(1, end));
        }
        boolean port = hop.indexOf(':') >= 0 && hop.indexOf(':') == hop.lastIndexOf(':');
        return IpNetwork.address(port ? hop.substring(0, hop.indexOf(':')) : hop);
    }

    private HttpURI uri(Request request, int depth) {
        String scheme = nth(request, "X-Forwarded-Proto", depth)
                .filter(value -> value.equalsIgnoreCase("http") || value.equalsIgnoreCase("https"))
                .map(value -> value.toLowerCase(java.util.Locale.ROOT))
                .orElse(request.getHttpURI().getScheme());
        HttpURI.Mutable uri = HttpURI.build(request.getHttpURI()).scheme(scheme);
        nth(request, "X-Forwarded-Host", depth)
                .flatMap(ForwardedHeaderHandler::host)
                .ifPresent(host -> uri.host(host.getHost()).port(host.getPort()));
        return uri.asImmutable();
    }

    /**
     * Returns the value of a field that was added by the proxy that also added the client address: the value with
     * {@code depth} values to its right. If the field has fewer values, returns the first one.
     */
    private static Optional<String> nth(Request request, String name, int depth) {
        List<String> values = request.getHeaders().getCSV(name, false);
        return values.isEmpty() ? Optional.empty() : Optional.of(values.get(Math.max(0, values.size() - 1 - depth)));
    }

    private static Optional<HostPort> host(String text) {
        try {
            return Optional.of(new HostPort(text))
                    .filter(host -> host.getHost() != null && !host.getHost().isEmpty());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private boolean trusts(InetAddress address) {
        return trusted.stream().anyMatch(network -> network.contains(address));
    }
}
