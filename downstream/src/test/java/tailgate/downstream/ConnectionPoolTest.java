package tailgate.downstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Connections with a bound around them. */
class ConnectionPoolTest {

  private static final Connection CONNECTION =
      (Connection)
          Proxy.newProxyInstance(
              Connection.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> {
                throw new UnsupportedOperationException(method.getName());
              });

  private final Broken its = new Broken();
  private final ConnectionPool one =
      ConnectionPool.bounded(its, new ParkingBound(1, Duration.ZERO));

  @Test
  void noMoreAreTakenThanTheBoundAllows() throws Exception {
    Connection connection = one.take();

    assertThatThrownBy(one::take).isInstanceOf(SQLException.class).hasMessage("no slot in time");

    one.give(connection, true);
    assertThat(one.take()).isSameAs(CONNECTION);
  }

  @Test
  void whatCannotBeTakenLeavesItsSlot() throws Exception {
    its.isBroken = true;
    assertThatThrownBy(one::take).hasMessage("broken");

    its.isBroken = false;
    assertThat(one.take()).isSameAs(CONNECTION);
  }

  @Test
  void whatCannotBeGivenBackLeavesItsSlotToo() throws Exception {
    Connection connection = one.take();
    its.isBroken = true;
    assertThatThrownBy(() -> one.give(connection, false)).hasMessage("broken");

    its.isBroken = false;
    assertThat(one.take()).isSameAs(CONNECTION);
  }

  @Test
  void anInterruptEndsTheWaitForASlot() throws Exception {
    ConnectionPool patient =
        ConnectionPool.bounded(its, new ParkingBound(1, Duration.ofMinutes(1)));
    patient.take();

    Thread.currentThread().interrupt();

    assertThatThrownBy(patient::take).hasMessageStartingWith("interrupted");
    assertThat(Thread.interrupted()).as("it is told further").isTrue();
  }

  /** Has one connection, or fails. */
  private static final class Broken implements ConnectionPool {

    private boolean isBroken;

    @Override
    public Connection take() throws SQLException {
      fail();
      return CONNECTION;
    }

    @Override
    public void give(Connection connection, boolean isWhole) throws SQLException {
      fail();
    }

    private void fail() throws SQLException {
      if (isBroken) {
        throw new SQLException("broken");
      }
    }

    @Override
    public void close() {
      // nothing is open
    }
  }
}
