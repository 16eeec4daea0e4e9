@NullMarked
package svc.mime;

import org.jspecify.annotations.NullMarked;
