package dev.sidegate.engine.journal;

import dev.sidegate.engine.audit.ProcessEvent;
import dev.sidegate.engine.audit.ProcessEvents;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The bytes of what waits in a journal. An end of an attempt begins with its form's version, a
 * small number; events begin with {@code A}.
 */
final class WaitingCodec {
  private static final int EVENTS = 'A';
  private static final int VERSION = 1;

  private WaitingCodec() {}

  static byte[] write(Journal.Waiting waiting) {
    if (waiting instanceof Journal.Waiting.End end) {
      return SettleCodec.write(end.request());
    } else if (waiting instanceof Journal.Waiting.Events events) {
      return write(events.events());
    }
    throw new IllegalArgumentException("cannot journal a " + waiting.getClass());
  }

  /**
   * What waits.
   *
   * @throws IOException if the bytes are none of it, or a newer version wrote them
   */
  static Journal.Waiting read(byte[] bytes) throws IOException {
    return bytes.length > 0 && bytes[0] == EVENTS
        ? new Journal.Waiting.Events(events(bytes))
        : new Journal.Waiting.End(SettleCodec.read(bytes));
  }

  private static byte[] write(ProcessEvents events) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(EVENTS);
      out.writeByte(VERSION);
      out.writeLong(events.chain().getMostSignificantBits());
      out.writeLong(events.chain().getLeastSignificantBits());
      out.writeLong(events.written());
      out.writeInt(events.events().size());
      for (ProcessEvent event : events.events()) {
        SettleCodec.text(out, event.kind());
        out.writeInt(event.detail().size());
        for (Map.Entry<String, String> said : event.detail().entrySet()) {
          SettleCodec.text(out, said.getKey());
          SettleCodec.text(out, said.getValue());
        }
      }
    } catch (IOException impossible) {
      throw new IllegalStateException("memory cannot fail to be written", impossible);
    }
    return bytes.toByteArray();
  }

  private static ProcessEvents events(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 1, bytes.length - 1));
    int version = in.readByte();
    if (version != VERSION) {
      throw new IOException("events of version " + version + ", written by a newer Sidegate");
    }
    UUID chain = new UUID(in.readLong(), in.readLong());
    long written = in.readLong();
    List<ProcessEvent> events = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      String kind = SettleCodec.text(in);
      SortedMap<String, String> detail = new TreeMap<>();
      for (int more = in.readInt(); more > 0; more--) {
        detail.put(SettleCodec.text(in), SettleCodec.text(in));
      }
      events.add(new ProcessEvent(kind, detail));
    }
    return new ProcessEvents(chain, written, events);
  }
}
