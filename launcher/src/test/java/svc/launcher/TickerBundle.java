package svc.launcher;

import svc.testkit.JarRecipe;
import svc.testkit.JarWorkshop;

/** A third party that says something of its own, once, on each socket with push enabled. */
final class TickerBundle {

    private static final String NAME = "org.example.ticker";

    private TickerBundle() {}

    static JarRecipe jar() {
        return JarWorkshop.bundle(NAME, "1.0.0")
                .header("Import-Package", "svc.api.push;version=\"[1.0,2)\",svc.api.identity;version=\"[1.0,2)\"")
                .source(NAME + ".Ticker", """
                        package org.example.ticker;
                        import java.util.*;
                        public final class Ticker implements svc.api.push.SocketFeed {
                            public Telling open(Opening opening) {
                                return new Telling() {
                                    private boolean told = opening.since().filter(s -> s.contains("tick.1")).isPresent();
                                    public Optional<Map<String, Object>> next() {
                                        if (told) { return Optional.empty(); }
                                        told = true;
                                        return Optional.of(Map.of("@type", "Tick"));
                                    }
                                    public Optional<String> rest() {
                                        return told ? Optional.of("tick.1") : Optional.empty();
                                    }
                                    public void close() {}
                                };
                            }
                        }
                        """)
                .component(NAME + ".Ticker", "", "<service><provide interface=\"svc.api.push.SocketFeed\"/></service>");
    }
}
