package svc.launcher;

import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/** An extension with a table of its own and commands that also work without a server: with the store and without. */
final class NotesBundle {

    static final String NAME = "org.example.notes";

    private NotesBundle() {}

    /** Returns the bundle with a further migration script for each text. */
    static JarBuilder with(String... furtherScripts) {
        JarBuilder jar = TestJars.bundle(NAME, "1." + furtherScripts.length)
                .header("Import-Package", "svc.api.operation;version=\"[2.0,3)\",svc.api.store;version=\"[2.0,3)\"")
                .header("Svc-Migrations", NAME + ";path=migrations;accounts=none")
                .entry("migrations/V1__notes.sql", "create table notes_note (text text not null);");
        for (int i = 0; i < furtherScripts.length; i++) {
            jar.entry("migrations/V" + (i + 2) + "__more.sql", furtherScripts[i]);
        }
        String type = NAME + ".NoteOperations";
        return jar.component(type, "init=\"1\"", """
                        <service><provide interface="svc.api.operation.OperationGroup"/></service>
                        <reference name="store" interface="svc.api.store.Store" parameter="0"/>""").source(type, """
                        package org.example.notes;
                        import java.util.List;
                        import svc.api.operation.*;
                        import svc.api.store.*;
                        public final class NoteOperations implements OperationGroup {
                            public record Text(@Positional String text) {}
                            public record Notes(List<String> notes) {}
                            private final Store store;
                            public NoteOperations(Store store) { this.store = store; }
                            @Operation(command = "note add", help = "keep a note", needs = Operation.Needs.STORE)
                            public Notes add(Text given) {
                                store.write(Scope.system(),
                                    tx -> tx.sql().update("insert into notes_note values (?)", given.text()));
                                return new Notes(store.read(Scope.system(), now -> now.sql()
                                    .select("select text from notes_note order by rowid", row -> row.getString(1))));
                            }
                            @Operation(command = "note check", help = "keep a note", needs = Operation.Needs.HOME)
                            public Notes check(Text given) { return new Notes(List.of(given.text())); }
                            @Operation(command = "note peek", help = "keep a note", needs = Operation.Needs.HOME)
                            public Notes peek(Text given) {
                                return store.read(Scope.system(), now -> new Notes(List.of()));
                            }
                            @Operation(command = "note online", help = "keep a note")
                            public Notes online(Text given) { return new Notes(List.of()); }
                        }
                        """);
    }
}
