/**
 * What the doctor asks: one service per check, each answer a finding with its remedy.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.health;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
