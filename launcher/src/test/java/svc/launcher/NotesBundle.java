package svc.launcher;

import svc.testkit.JarRecipe;
import svc.testkit.JarWorkshop;

/** An extension with a table of its own and commands that also work while the server is down: with the store and without. */
final class NotesBundle {

    static final String NAME = "org.example.notes";

    private NotesBundle() {}

    /** The bundle with one more script for each text. */
    static JarRecipe with(String... furtherScripts) {
        JarRecipe recipe = JarWorkshop.bundle(NAME, "1." + furtherScripts.length)
                .header("Import-Package", "svc.api.operation;version=\"[1.0,2)\",svc.api.store;version=\"[1.0,2)\"")
                .header("Svc-Migrations", NAME + ";path=migrations;accounts=none")
                .entry("migrations/V1__notes.sql", "create table notes_note (text text not null);");
        for (int i = 0; i < furtherScripts.length; i++) {
            recipe.entry("migrations/V" + (i + 2) + "__more.sql", furtherScripts[i]);
        }
        operation(recipe, "Add", """
                public String verb() { return "add"; }
                public boolean offline() { return true; }
                public boolean needsStore() { return true; }
                public Said run(Text given) {
                    store.write(Scope.system(), tx -> tx.sql().change("insert into notes_note values (?)", given.text()));
                    return new Said(store.read(Scope.system(),
                        now -> now.sql().select("select text from notes_note order by rowid", row -> row.text(1))));
                }""");
        operation(recipe, "Check", """
                public String verb() { return "check"; }
                public boolean offline() { return true; }
                public Said run(Text given) { return new Said(java.util.List.of(given.text())); }""");
        operation(recipe, "Peek", """
                public String verb() { return "peek"; }
                public boolean offline() { return true; }
                public Said run(Text given) {
                    return store.read(Scope.system(), now -> new Said(java.util.List.of()));
                }""");
        return operation(recipe, "Online", """
                public String verb() { return "online"; }
                public Said run(Text given) { return new Said(java.util.List.of()); }""");
    }

    private static JarRecipe operation(JarRecipe recipe, String name, String methods) {
        String type = NAME + "." + name;
        return recipe.component(type, "init=\"1\"", """
                        <service><provide interface="svc.api.operation.AdminOperation"/></service>
                        <reference name="store" interface="svc.api.store.Store" parameter="0"/>""").source(type, """
                        package org.example.notes;
                        import svc.api.operation.*;
                        import svc.api.store.*;
                        public final class %s implements AdminOperation<%1$s.Text, %1$s.Said> {
                            public record Text(@Positional String text) {}
                            public record Said(java.util.List<String> notes) {}
                            private final Store store;
                            public %1$s(Store store) { this.store = store; }
                            public String noun() { return "note"; }
                            public String help() { return "keep a note"; }
                            public Class<Text> arguments() { return Text.class; }
                            %s
                        }
                        """.formatted(name, methods));
    }
}
