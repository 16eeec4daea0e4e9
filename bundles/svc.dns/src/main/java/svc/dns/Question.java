package svc.dns;

import org.xbill.DNS.DClass;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Type;

/**
 * A name and the type of records. Names are compared without regard to case.
 *
 * @param name the absolute name
 * @param type the type of records
 */
record Question(Name name, int type) {

    static Question of(Record question) {
        return new Question(question.getName(), question.getType());
    }

    Record record() {
        return Record.newRecord(name, type, DClass.IN);
    }

    @Override
    public String toString() {
        return DnsName.text(name) + " " + Type.string(type);
    }
}
