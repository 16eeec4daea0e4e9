package svc.launcher;

import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/**
 * An extension that stores requests: {@code POST /ledger} stores an object, its body and a row of the bundle's own
 * table in one transaction, and returns the number of the object. {@code GET /ledger} returns them, a line each: the
 * rows ({@code row}), the bodies ({@code body}) and the objects created since the first state ({@code born}).
 */
final class LedgerBundle {

    private LedgerBundle() {}

    static JarBuilder recipe() {
        return TestJars.bundle("org.example.ledger", "1.0.0")
                .header(
                        "Import-Package",
                        "jakarta.servlet;version=\"[6.0,7)\",jakarta.servlet.http;version=\"[6.0,7)\","
                                + "svc.api.store;version=\"[2.0,3)\"")
                .header("Svc-Migrations", "org.example.ledger;path=migrations;accounts=none")
                .entry(
                        "migrations/V1__entries.sql",
                        "create table ledger_entry (account integer not null, n integer not null, said text not null,"
                                + " primary key (account, n));")
                .source("org.example.ledger.Ledger", servlet())
                .component("org.example.ledger.Ledger", "init=\"1\"", """
                        <service><provide interface="jakarta.servlet.Servlet"/></service>
                        <property name="svc.http.path" type="String" value="/ledger"/>
                        <reference name="store" interface="svc.api.store.Store" parameter="0"/>""");
    }

    private static String servlet() {
        return """
                package org.example.ledger;
                import jakarta.servlet.http.*;
                import java.io.IOException;
                import java.nio.charset.StandardCharsets;
                import java.util.ArrayList;
                import java.util.List;
                import svc.api.store.*;
                public final class Ledger extends HttpServlet {
                    private static final long serialVersionUID = 1L;
                    private final transient Store store;
                    private final transient Scope account;
                    public Ledger(Store store) {
                        this.store = store;
                        this.account = Scope.system();
                    }
                    @Override protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
                        String said = request.getReader().readLine();
                        long number = store.write(account, tx -> {
                            long n = tx.logCreated("Entry", Facets.ALL);
                            tx.put("Entry", n, said.getBytes(StandardCharsets.UTF_8));
                            tx.sql().insert("insert into ledger_entry(account, n, said) values (:account, ?, ?)",
                                    List.of(List.of(n, said)));
                            return n;
                        });
                        response.getWriter().print(number);
                    }
                    @Override protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                        response.getWriter().print(String.join("\\n", store.read(account, Ledger::lines)));
                    }
                    private static List<String> lines(Snapshot snapshot) {
                        List<String> lines = new ArrayList<>(snapshot.sql().select(
                                "select n, said from ledger_entry where account = :account",
                                row -> "row " + row.getLong(1) + " " + row.getString(2)));
                        for (Snapshot.Body body : snapshot.scan("Entry", 0, Integer.MAX_VALUE)) {
                            lines.add("body " + body.n() + " " + new String(body.bytes(), StandardCharsets.UTF_8));
                        }
                        State first = new State(snapshot.state("Entry").epoch(), 0);
                        for (long n : snapshot.changes("Entry", first, Integer.MAX_VALUE).orElseThrow().created()) {
                            lines.add("born " + n + " ");
                        }
                        return lines;
                    }
                }
                """;
    }
}
