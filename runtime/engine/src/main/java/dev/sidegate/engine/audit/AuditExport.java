package dev.sidegate.engine.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An audit as a file: one JSON object a line, its kind in {@code "line"}, in the order that {@link
 * AuditLine} names. The last line counts and hashes all others, so that a file that was cut off
 * says so.
 */
public final class AuditExport implements Consumer<AuditLine> {
  private static final JsonMapper JSON = new JsonMapper();

  private final OutputStream out;
  private final MessageDigest digest = AuditHash.sha256();
  private long lines;

  /** Writes to a stream, which is not closed here. */
  public AuditExport(OutputStream out) {
    this.out = out;
  }

  /**
   * Writes a line.
   *
   * @throws UncheckedIOException if the stream refuses it
   */
  @Override
  public void accept(AuditLine line) {
    write(json(line));
  }

  /** Writes the last line; answers how many came before it. */
  public long end() {
    long count = lines;
    write(json(new AuditLine.End(count, AuditHash.hex(digest.digest()))));
    try {
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return count;
  }

  private void write(ObjectNode node) {
    try {
      byte[] bytes = (JSON.writeValueAsString(node) + "\n").getBytes(StandardCharsets.UTF_8);
      digest.update(bytes);
      out.write(bytes);
      lines++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a file and verifies it. */
  public static AuditReport verify(Reader file, AuditVerifier verifier) throws IOException {
    MessageDigest digest = AuditHash.sha256();
    long number = 0;
    boolean ended = false;
    BufferedReader lines = new BufferedReader(file);
    for (String text = lines.readLine(); text != null; text = lines.readLine()) {
      number++;
      AuditLine line = read(text);
      if (line == null || ended || (number == 1) != (line instanceof AuditLine.Header)) {
        verifier.found(AuditFinding.file("line " + number + " has no place in an audit"));
        ended = false;
      } else if (line instanceof AuditLine.End end) {
        ended = true;
        if (end.lines() != number - 1 || !end.hash().equals(AuditHash.hex(digest.digest()))) {
          verifier.found(
              AuditFinding.file("the lines are not those that its last line counts and hashes"));
        }
      } else {
        verifier.accept(line);
      }
      digest.update((text + "\n").getBytes(StandardCharsets.UTF_8));
    }
    if (!ended) {
      verifier.found(AuditFinding.file("the file was cut off: its last line is missing"));
    }
    return verifier.finish();
  }

  /** The anchors of a file, for {@link AuditVerifier#expect}. */
  public static void anchors(Reader file, Consumer<AuditLine.Anchor> each) throws IOException {
    BufferedReader lines = new BufferedReader(file);
    for (String text = lines.readLine(); text != null; text = lines.readLine()) {
      if (read(text) instanceof AuditLine.Anchor anchor) {
        each.accept(anchor);
      }
    }
  }

  private static ObjectNode json(AuditLine line) {
    ObjectNode node = JSON.createObjectNode();
    if (line instanceof AuditLine.Header header) {
      node.put("line", "header").put("form", header.form());
      node.put("installation", header.installation().toString());
      node.put("schema", header.schema()).put("at", header.at().toString());
    } else if (line instanceof AuditLine.Head head) {
      node.put("line", "head").put("chain", head.chain().toString()).put("of", head.of());
      node.put("sequence", head.sequence()).put("hash", head.hash());
      if (head.pruned() != null) {
        node.put("pruned", head.pruned());
      }
    } else if (line instanceof AuditLine.Member member) {
      node.put("line", "member").put("chain", member.chain().toString());
      node.put("sequence", member.sequence()).put("anchor", member.anchor());
      node.put("hash", member.hash());
    } else if (line instanceof AuditLine.Event event) {
      node.put("line", "event").put("chain", event.chain().toString());
      node.put("sequence", event.sequence()).put("at", event.at().toString());
      node.put("actor", event.actor()).put("kind", event.kind());
      put(node, "from", event.from());
      put(node, "to", event.to());
      if (event.attempt() != null) {
        node.put("attempt", event.attempt());
      }
      put(node, "detail", event.detail());
      node.put("hash", event.hash());
    } else if (line instanceof AuditLine.Anchor anchor) {
      node.put("line", "anchor").put("number", anchor.number());
      node.put("madeAt", anchor.madeAt().toString()).put("madeBy", anchor.madeBy());
      node.put("members", anchor.members()).put("root", anchor.root());
      node.put("previous", anchor.previous()).put("hash", anchor.hash());
    } else if (line instanceof AuditLine.End end) {
      node.put("line", "end").put("lines", end.lines()).put("hash", end.hash());
    }
    return node;
  }

  private static void put(ObjectNode node, String name, @Nullable String value) {
    if (value != null) {
      node.put(name, value);
    }
  }

  /** Null if it is no line of an audit. */
  private static @Nullable AuditLine read(String text) {
    try {
      return line(JSON.readTree(text));
    } catch (JsonProcessingException
        | IllegalArgumentException
        | ArithmeticException
        | DateTimeException none) {
      return null;
    }
  }

  private static @Nullable AuditLine line(JsonNode node) {
    return switch (node.path("line").asText()) {
      case "header" -> header(node);
      case "head" ->
          new AuditLine.Head(
              id(node, "chain"),
              text(node, "of"),
              number(node, "sequence"),
              hash(node, "hash"),
              node.has("pruned") ? number(node, "pruned") : null);
      case "member" ->
          new AuditLine.Member(
              id(node, "chain"),
              number(node, "sequence"),
              number(node, "anchor"),
              hash(node, "hash"));
      case "event" ->
          new AuditLine.Event(
              id(node, "chain"),
              number(node, "sequence"),
              Instant.parse(text(node, "at")),
              text(node, "actor"),
              text(node, "kind"),
              optional(node, "from"),
              optional(node, "to"),
              node.has("attempt") ? Math.toIntExact(number(node, "attempt")) : null,
              optional(node, "detail"),
              hash(node, "hash"));
      case "anchor" ->
          new AuditLine.Anchor(
              number(node, "number"),
              Instant.parse(text(node, "madeAt")),
              text(node, "madeBy"),
              number(node, "members"),
              hash(node, "root"),
              hash(node, "previous"),
              hash(node, "hash"));
      case "end" -> new AuditLine.End(number(node, "lines"), hash(node, "hash"));
      default -> null;
    };
  }

  private static AuditLine header(JsonNode node) {
    int form = Math.toIntExact(number(node, "form"));
    if (form > AuditLine.FORM) {
      throw new IllegalArgumentException("a newer Sidegate wrote form " + form);
    }
    return new AuditLine.Header(
        form,
        id(node, "installation"),
        Math.toIntExact(number(node, "schema")),
        Instant.parse(text(node, "at")));
  }

  private static UUID id(JsonNode node, String name) {
    return UUID.fromString(text(node, name));
  }

  private static String text(JsonNode node, String name) {
    String value = optional(node, name);
    if (value == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return value;
  }

  private static @Nullable String optional(JsonNode node, String name) {
    JsonNode value = node.path(name);
    return value.isTextual() ? value.asText() : null;
  }

  private static String hash(JsonNode node, String name) {
    String digits = text(node, name);
    AuditHash.unhex(digits);
    return digits;
  }

  private static long number(JsonNode node, String name) {
    JsonNode value = node.path(name);
    if (!value.isIntegralNumber()) {
      throw new IllegalArgumentException(name + " is no number");
    }
    return value.asLong();
  }
}
