package example;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.locks.ReentrantLock;
import org.sqlite.SQLiteDataSource;
import tailgate.http.Handler;
import tailgate.http.Method;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/** Stores a note for each POST, and counts the notes for all other requests. */
public final class SqliteNotes implements Handler, AutoCloseable {

  private final ReentrantLock lock = new ReentrantLock(); // SQLite has one writer at a time
  private final Connection database;

  public SqliteNotes() throws SQLException {
    SQLiteDataSource source = new SQLiteDataSource(); // DriverManager does not find the driver
    source.setUrl("jdbc:sqlite:" + System.getProperty("notes", "notes.db"));
    database = source.getConnection();
    try (Statement statement = database.createStatement()) {
      statement.execute("create table if not exists note (text)");
    }
  }

  @Override
  public Response handle(Request request) throws SQLException {
    lock.lock();
    try {
      return request.method() == Method.POST ? store(request.body()) : count();
    } finally {
      lock.unlock();
    }
  }

  private Response store(byte[] note) throws SQLException {
    try (PreparedStatement insert = database.prepareStatement("insert into note values (?)")) {
      insert.setString(1, new String(note, StandardCharsets.UTF_8));
      insert.execute();
      return Response.status(Status.CREATED).text("stored\n");
    }
  }

  private Response count() throws SQLException {
    try (Statement statement = database.createStatement();
        ResultSet count = statement.executeQuery("select count(*) from note")) {
      return Response.status(Status.OK).text(count.getInt(1) + " notes\n");
    }
  }

  @Override
  public void close() throws SQLException {
    database.close();
  }
}
