package svc.launcher;

import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/** An extension that sends one message on each socket with push enabled. */
final class TickerBundle {

    private static final String NAME = "org.example.ticker";

    private TickerBundle() {}

    static JarBuilder jar() {
        return TestJars.bundle(NAME, "1.0.0")
                .header("Import-Package", "svc.api.push;version=\"[2.0,3)\",svc.api.identity;version=\"[2.0,3)\"")
                .source(NAME + ".Ticker", """
                        package org.example.ticker;
                        import java.util.*;
                        public final class Ticker implements svc.api.push.WebSocketPushProvider {
                            public Session open(Request opening) {
                                return new Session() {
                                    private boolean told = opening.since().filter(s -> s.contains("tick.1")).isPresent();
                                    public Optional<Map<String, Object>> next() {
                                        if (told) { return Optional.empty(); }
                                        told = true;
                                        return Optional.of(Map.of("@type", "Tick"));
                                    }
                                    public Optional<String> continuation() {
                                        return told ? Optional.of("tick.1") : Optional.empty();
                                    }
                                    public void close() {}
                                };
                            }
                        }
                        """)
                .component(
                        NAME + ".Ticker",
                        "",
                        "<service><provide interface=\"svc.api.push.WebSocketPushProvider\"/></service>");
    }
}
