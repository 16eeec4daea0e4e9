package svc.cap.vacationresponse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.mime.Headers;

/** RFC 3834 §2. */
class AutoResponseCheckTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bob@far.test             | To: ann@own.test                                    | true
            bob@far.test             | Cc: x@y.z, Ann <ANN@own.test>                       | true
            bob@far.test             | To: ann@own.test^Auto-Submitted: no                 | true
            bob@far.test             | To: ann@own.test^Auto-Submitted: NO (really)        | true
            bob@far.test             | To: ann@own.test^Precedence: first-class            | true
            bob@far.test             | To: ann@own.test^Auto-Submitted: auto-replied       | false
            bob@far.test             | To: ann@own.test^Auto-Submitted: auto-generated; x  | false
            bob@far.test             | To: ann@own.test^Precedence: Bulk                   | false
            bob@far.test             | To: ann@own.test^List-Id: <l.far.test>              | false
            bob@far.test             | To: ann@own.test^List-Unsubscribe: <x:y>            | false
            bob@far.test             | To: all@own.test                                    | false
            bob@far.test             | Subject: no recipient                               | false
            ann@own.test             | To: ann@own.test                                    | false
            MAILER-DAEMON@far.test   | To: ann@own.test                                    | false
            no-reply@far.test        | To: ann@own.test                                    | false
            owner-list@far.test      | To: ann@own.test                                    | false
            list-request@far.test    | To: ann@own.test                                    | false
            bounces+a=b@far.test     | To: ann@own.test                                    | false
            """)
    void answersOnlyPersonalMail(String sender, String header, boolean answered) {
        Headers headers = Headers.of((header.replace("^", "\r\n") + "\r\n\r\n").getBytes(UTF_8));
        assertThat(AutoResponseCheck.is(headers, sender, List.of("ann@own.test")))
                .isEqualTo(answered);
    }
}
