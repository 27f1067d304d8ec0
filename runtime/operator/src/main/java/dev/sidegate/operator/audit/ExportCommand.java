package dev.sidegate.operator.audit;

import dev.sidegate.engine.audit.AuditExport;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.database.DatabaseOptions;
import dev.sidegate.operator.database.StoreSession;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes the audit to a file. */
@Command(
    name = "export",
    description = {
      "Writes the whole audit to a file, one JSON object a line, as it stands at one moment.",
      "'audit verify --file FILE' verifies it anywhere."
    },
    footer = {
      "",
      "Kinds of lines, in \"line\": header; for each chain head, member (what an anchor sealed of",
      "it) and event; then anchor; last end, which counts and hashes all others. No line holds a",
      "payload, a result, or a value marked @Sensitive."
    })
public final class ExportCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Option(
      names = "--to",
      paramLabel = "FILE",
      required = true,
      description = "The file; it must not be there yet.")
  private Path file = Path.of("");

  @Override
  public Integer call() {
    long lines = export();
    Answers answers = common.answers();
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("file", file.toString());
    document.put("lines", lines);
    answers.document(document);
    answers.plain(lines + " lines of audit are in " + file + ".");
    return ExitCode.DONE.code();
  }

  private long export() {
    try (OutputStream out =
        new BufferedOutputStream(
            Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
      AuditExport export = new AuditExport(out);
      return new StoreSession(database.target())
          .ask(
              store -> {
                store.readAudit(export);
                return export.end();
              });
    } catch (FileAlreadyExistsException there) {
      throw Fault.refused(
          "There is a file " + file + " already.", "Name another one; exports are kept.");
    } catch (IOException | UncheckedIOException unwritable) {
      throw Fault.refused(
              "The file " + file + " cannot be written: " + unwritable.getMessage(),
              "What is there of it is no whole export.")
          .because(unwritable);
    }
  }
}
