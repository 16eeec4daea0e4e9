package svc.backup.s3;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.http.client.HttpTarget;
import svc.api.net.PublicAddresses;

/**
 * A bucket of an object storage, and the prefix of the objects of a target.
 *
 * @param endpoint the object storage
 * @param region its region
 * @param pathStyle whether URLs contain the bucket in their path
 * @param name the name of the bucket
 * @param prefix the prefix of the keys of all objects: empty, or ending with a slash
 */
record Bucket(HttpTarget endpoint, String region, boolean pathStyle, String name, String prefix) {

    private static final Pattern LOCATION =
            Pattern.compile("s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)/?");
    private static final Pattern REGION = Pattern.compile("[a-z0-9-]{1,40}");

    /** Returns the bucket of a location for a configuration. */
    static Bucket of(String location, S3Config config, Map<String, String> environment) throws S3Exception {
        Matcher parts = LOCATION.matcher(location);
        if (!parts.matches()) {
            throw new S3Exception("\"" + location + "\" is not a location such as s3://BUCKET/PREFIX, with letters,"
                    + " digits, hyphens, dots and underscores.");
        }
        String region = first(config.region(), environment.get("AWS_REGION"), "us-east-1");
        if (!REGION.matcher(region).matches()) {
            throw new S3Exception("\"" + region + "\" is not the name of a region. Correct region in [backup.s3].");
        }
        String url = first(
                config.endpoint(), environment.get("AWS_ENDPOINT_URL"), "https://s3." + region + ".amazonaws.com");
        HttpTarget endpoint = HttpTarget.parse(url)
                .filter(target -> target.path().equals("/"))
                .orElseThrow(() -> new S3Exception("The URL of the object storage is not https://HOST or"
                        + " https://HOST:PORT. Correct endpoint in [backup.s3], or AWS_ENDPOINT_URL."));
        requirePrivate(endpoint);
        String prefix = parts.group(2).isEmpty() ? "" : parts.group(2).substring(1) + "/";
        return new Bucket(endpoint, region, config.path_style(), parts.group(1), prefix);
    }

    private static String first(String configured, @Nullable String variable, String other) {
        return Stream.of(configured, variable == null ? "" : variable, other)
                .filter(text -> !text.isBlank())
                .findFirst()
                .orElseThrow();
    }

    /** Refuses HTTP without TLS to public addresses: others could read the names of objects and replay requests. */
    private static void requirePrivate(HttpTarget endpoint) throws S3Exception {
        if (endpoint.secure()) {
            return;
        }
        try {
            for (InetAddress address : InetAddress.getAllByName(endpoint.host())) {
                if (PublicAddresses.contains(address)) {
                    throw new S3Exception("The object storage " + endpoint.origin()
                            + " has a public address. Use a URL with https://.");
                }
            }
        } catch (UnknownHostException e) {
            throw new S3Exception(
                    "The host of " + endpoint.origin() + " has no address. Check endpoint in [backup.s3].");
        }
    }

    /**
     * Returns the URL of an object or, with an empty key, of the bucket.
     *
     * @param key the encoded key
     * @param query the encoded query; may be empty
     */
    HttpTarget target(String key, String query) {
        String path = (pathStyle ? "/" + name : "") + (key.isEmpty() && pathStyle ? "" : "/" + key);
        String host = pathStyle ? endpoint.host() : name + "." + endpoint.host();
        return new HttpTarget(endpoint.secure(), host, endpoint.port(), query.isEmpty() ? path : path + "?" + query);
    }

    /** Returns the location, for messages. */
    @Override
    public String toString() {
        return "s3://" + name + "/" + prefix;
    }
}
