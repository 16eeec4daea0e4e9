package svc.mail.transfer.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.mail.transfer.MailboxResolver;

final class FolderNameTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sent",
                "Entwürfe",
                "a.b",
                "a/b",
                "R&D",
                "日本語",
                "&AOk-",
                ".hidden",
                "..",
                "x.mbox",
                "x.mbox.part",
                "50%",
                "%2F",
                "a\tb",
                "😀 x"
            })
    void namesRoundTrip(String name) {
        assertThat(FolderName.fromMaildir(FolderName.toMaildir(name))).isEqualTo(name);
        assertThat(FolderName.toMaildir(name))
                .doesNotContain(".")
                .doesNotContain("/")
                .matches("[ -~]+");
        assertThat(FolderName.fromFile(FolderName.toFile(name))).isEqualTo(name);
        assertThat(FolderName.toFile(name))
                .doesNotContain("/")
                .doesNotStartWith(".")
                .doesNotEndWith(".mbox");
    }

    @ParameterizedTest
    @CsvSource({"Entw&APw-rfe,Entwürfe", "R&-D,R&D", "Caf&AOk-,Café", "Café,Café", "&!!-,&!!-", "&2AA-,&2AA-"})
    void readsNamesOfOtherPrograms(String text, String name) {
        assertThat(FolderName.fromMaildir(text)).isEqualTo(name);
    }

    @Test
    void pathIsWrittenWithSlashes() {
        assertThat(MailboxResolver.path("/Old//2024/")).containsExactly("Old", "2024");
        assertThat(MailboxResolver.path("/")).isEmpty();
    }
}
