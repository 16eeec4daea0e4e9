package svc.store.sqlite;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [store]}. */
@ObjectClassDefinition(id = "svc.store", name = "Store", description = "The database")
@interface StoreConfig {

    @AttributeDefinition(
            description =
                    "Bytes of the file data/reserve, which is deleted when the disk is full so that messages and accounts"
                            + " can still be deleted, and created again when there is free space; 0 for none",
            min = "0",
            max = "1073741824",
            required = false)
    int reserve_bytes() default 8_388_608;
}
