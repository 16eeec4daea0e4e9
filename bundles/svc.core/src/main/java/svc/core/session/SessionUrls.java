package svc.core;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The URLs of a session (RFC 8620 §2), behind a prefix.
 *
 * @param prefix scheme and host, and a path where a proxy adds one, without a slash at its end; empty for paths alone
 * @param sockets the same for WebSockets, never empty (RFC 8887 §3)
 */
record SessionUrls(String prefix, String sockets) {

    Map<String, String> members() {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("apiUrl", prefix + "/jmap");
        members.put("uploadUrl", prefix + "/jmap/upload/{accountId}");
        members.put("downloadUrl", prefix + "/jmap/download/{accountId}/{blobId}/{name}?type={type}");
        members.put("eventSourceUrl", prefix + "/jmap/eventsource/?types={types}&closeafter={closeafter}&ping={ping}");
        return members;
    }
}
