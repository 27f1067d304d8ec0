package dev.sidegate.operator.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * What a data directory says of the server that runs on it ({@code postmaster.pid}). The file
 * outlives a power cut, so only an answer proves that the server is there.
 *
 * @param data the data directory
 * @param pid the server's process
 * @param port where it listens
 */
record Postmaster(Path data, long pid, int port) {

  static Optional<Postmaster> read(Path data) {
    try {
      List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
      return Optional.of(
          new Postmaster(
              data, Long.parseLong(lines.get(0).strip()), Integer.parseInt(lines.get(3).strip())));
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException none) {
      return Optional.empty();
    }
  }

  /** Whether it answers there, to its owner, from this very directory. */
  boolean serves(String ownerPassword) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setServerNames(new String[] {"localhost"});
    source.setPortNumbers(new int[] {port});
    source.setDatabaseName("postgres");
    source.setUser(DevAccess.OWNER);
    source.setPassword(ownerPassword);
    source.setConnectTimeout(5);
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW data_directory")) {
      return row.next() && Files.isSameFile(Path.of(row.getString(1)), data);
    } catch (SQLException | IOException no) {
      return false;
    }
  }
}
