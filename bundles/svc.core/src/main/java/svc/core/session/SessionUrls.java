package svc.core.session;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The URLs of a session (RFC 8620 §2).
 *
 * @param prefix scheme and host, and the path of a proxy, without a trailing slash; empty for relative URLs
 * @param sockets the prefix of WebSocket URLs in the same form, never empty (RFC 8887 §3)
 */
public record SessionUrls(String prefix, String sockets) {

    Map<String, String> members() {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("apiUrl", prefix + "/jmap");
        members.put("uploadUrl", prefix + "/jmap/upload/{accountId}");
        members.put("downloadUrl", prefix + "/jmap/download/{accountId}/{blobId}/{name}?type={type}");
        members.put("eventSourceUrl", prefix + "/jmap/eventsource/?types={types}&closeafter={closeafter}&ping={ping}");
        return members;
    }
}
