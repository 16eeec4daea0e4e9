package svc.extensions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/** Tests jars with tables of their own in a running server. */
@Covers(
        value = {"OSGI-01", "OSGI-03"},
        part = "tables")
class TablesIT {

    private FelixWithExtensions felix;
    private DroppedJars folder;
    private RecordingSchema schema;

    @BeforeEach
    void open(@TempDir Path directory) throws Exception {
        schema = new RecordingSchema();
        felix = new FelixWithExtensions(directory, schema).open();
        folder = new DroppedJars(felix);
    }

    @AfterEach
    void close() throws Exception {
        felix.verify();
        felix.close();
    }

    @Test
    void brokenMigrationIsRefusedInTheStoresWords() throws Exception {
        folder.drop(TestJars.migrating("notes", "1.0.0", "notes", "broken"), "notes.jar");
        folder.refused("notes", RecordingSchema.REASON, RecordingSchema.REMEDY);
    }

    @Test
    @Covers(value = "ADM-10", part = "who may keep data")
    void tablesWithoutAnErasureStepAreRejectedBeforeTheStart() throws Exception {
        folder.drop(keeping(";path=migrations"), "diary.jar");
        folder.refused("diary", "its own tables and no ErasureStep", "Svc-Migrations: diary;accounts=none");
        assertThat(felix.bundle("diary")).isEmpty();
        assertThat(schema.admitted()).isEmpty();
        while (schema.setAside().isEmpty()) {
            felix.moment();
        }
        assertThat(schema.setAside()).contains("diary");
    }

    @Test
    void tablesThatHoldNothingOfAccountsNeedNoErasureStep() throws Exception {
        folder.drop(keeping(";path=migrations;accounts=none"), "diary.jar");
        felix.await("diary", "active");
    }

    @Test
    void anErasureStepAmongTheComponentsIsSeenWhereverTheyAreDescribed() throws Exception {
        String step = "<component xmlns=\"\" name=\"step\"><implementation class=\"diary.Part\"/>"
                + "<service><provide interface=\"svc.api.erasure.ErasureStep\"/></service></component>";
        folder.drop(
                keeping("")
                        .header("Service-Component", "OSGI-INF/diary.*.xml, parts/s*p.xml")
                        .entry("parts/step.xml", step),
                "diary.jar");
        felix.await("diary", "active");
        felix.empty();
        folder.drop(keeping("").entry("parts/step.xml", step), "diary.jar");
        folder.refused("diary", "no ErasureStep", "author");
    }

    @Test
    void anErasureStepThatTheManifestPromisesIsTaken() throws Exception {
        folder.drop(
                keeping("")
                        .header(
                                "Provide-Capability",
                                "osgi.service;objectClass:List<String>=\"svc.api.erasure.ErasureStep\""),
                "diary.jar");
        felix.await("diary", "active");
    }

    @Test
    void bundlesWithoutTablesNeedNoErasureStep() throws Exception {
        folder.drop(TestJars.sound("diary", "1.0.0"), "diary.jar");
        felix.await("diary", "active");
    }

    private static JarBuilder keeping(String attributes) {
        return TestJars.migrating("diary", "1.0.0", "diary", "create table diary_page (account, text)")
                .header("Svc-Migrations", "diary" + attributes);
    }
}
