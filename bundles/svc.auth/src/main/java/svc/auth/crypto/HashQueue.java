package svc.auth.crypto;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The requests that wait for a hash, by network. Networks are served in turn. Not thread-safe. */
final class HashQueue {

    private final Map<String, Deque<CompletableFuture<Boolean>>> networks = new LinkedHashMap<>();
    private int size;

    int size() {
        return size;
    }

    /**
     * Adds a request. If the queue then has more than {@code most} requests, the newest request of the network with the
     * most requests is refused.
     */
    void add(String network, CompletableFuture<Boolean> turn, int most) {
        networks.computeIfAbsent(network, any -> new ArrayDeque<>()).addLast(turn);
        size++;
        if (size > most) {
            String crowded = crowded(network);
            Deque<CompletableFuture<Boolean>> line = networks.getOrDefault(crowded, new ArrayDeque<>());
            CompletableFuture<Boolean> refused = line.removeLast();
            removed(crowded, line);
            refused.complete(false);
        }
    }

    /**
     * Returns the network with the most requests. If the given network has as many as the others with the most, returns
     * the given network.
     */
    private String crowded(String network) {
        String crowded = network;
        int most = networks.getOrDefault(network, new ArrayDeque<>()).size();
        for (Map.Entry<String, Deque<CompletableFuture<Boolean>>> entry : networks.entrySet()) {
            if (entry.getValue().size() > most) {
                crowded = entry.getKey();
                most = entry.getValue().size();
            }
        }
        return crowded;
    }

    /** Removes the oldest request of the network whose turn it is. */
    Optional<CompletableFuture<Boolean>> next() {
        Iterator<String> first = networks.keySet().iterator();
        if (!first.hasNext()) {
            return Optional.empty();
        }
        String network = first.next();
        Deque<CompletableFuture<Boolean>> line = networks.getOrDefault(network, new ArrayDeque<>());
        CompletableFuture<Boolean> next = line.removeFirst();
        networks.remove(network);
        networks.put(network, line);
        removed(network, line);
        return Optional.of(next);
    }

    private void removed(String network, Deque<CompletableFuture<Boolean>> line) {
        size--;
        if (line.isEmpty()) {
            networks.remove(network);
        }
    }
}
