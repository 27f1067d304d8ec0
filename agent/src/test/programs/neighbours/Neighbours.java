import com.fasterxml.jackson.databind.ObjectMapper;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.sidegate.SideEffect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Collections;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.ClassFileVersion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Uses every library that the agent carries too, in other versions. */
public class Neighbours {
  private static final Logger LOG = LoggerFactory.getLogger(Neighbours.class);

  private final HikariDataSource pool;

  Neighbours(HikariDataSource pool) {
    this.pool = pool;
  }

  @SideEffect(key = "note:{id}")
  String note(String id) throws Exception {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT 6 * 7")) {
      row.next();
      return "noted " + row.getInt(1);
    }
  }

  public static void main(String[] arguments) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(arguments[0]);
    config.setUsername(arguments[1]);
    config.setPassword(arguments[2]);
    config.setMaximumPoolSize(1);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      Neighbours neighbours = new Neighbours(pool);
      System.out.println("first: " + neighbours.note("n-1"));
      System.out.println("again: " + neighbours.note("n-1"));
    }
    System.out.println("json: " + new ObjectMapper().writeValueAsString(Map.of("a", 1)));
    Class<?> made =
        new ByteBuddy(ClassFileVersion.JAVA_V17)
            .subclass(Object.class)
            .name("Made")
            .make()
            .load(Neighbours.class.getClassLoader())
            .getLoaded();
    System.out.println("made: " + made.getName());
    LOG.info("logged by the application's own slf4j");
    System.out.println(
        "drivers: "
            + Collections.list(DriverManager.getDrivers()).stream()
                .filter(driver -> driver.getClass().getName().startsWith("org.postgresql"))
                .map(driver -> driver.getClass().getClassLoader() == ClassLoader.getSystemClassLoader())
                .toList());
    for (Class<?> type :
        new Class<?>[] {
          HikariDataSource.class, org.postgresql.Driver.class, ObjectMapper.class, ByteBuddy.class,
          LoggerFactory.class
        }) {
      System.out.println(
          "from: "
              + type.getProtectionDomain().getCodeSource().getLocation().getPath()
                  .replaceAll(".*/", ""));
    }
  }
}
