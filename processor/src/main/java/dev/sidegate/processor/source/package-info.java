/**
 * How the application's source is read: annotations, properties, access, names. Knows the
 * compiler's model and nothing of keys, payloads or descriptors.
 */
@NullMarked
package dev.sidegate.processor.source;

import org.jspecify.annotations.NullMarked;
