package dev.sidegate.processor.guard;

import dev.sidegate.processor.shape.KnownShapes;
import dev.sidegate.processor.source.Classes;
import dev.sidegate.processor.source.Language;

/** What every reader of one round shares. */
record Round(Language language, Classes classes, KnownShapes shapes) {}
