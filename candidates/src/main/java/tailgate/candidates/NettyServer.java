package tailgate.candidates;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;

/** Netty with its HTTP codec, on Java's selectors. The handler runs on the event loop. */
final class NettyServer {

  private static final int LONGEST_BODY = 1 << 20;

  private NettyServer() {}

  static void start(int port, StageWork work) throws InterruptedException {
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
    new ServerBootstrap()
        .group(loops)
        .channel(NioServerSocketChannel.class)
        .childHandler(
            new ChannelInitializer<SocketChannel>() {
              @Override
              protected void initChannel(SocketChannel channel) {
                channel.pipeline().addLast(new HttpServerCodec(), new HttpServerKeepAliveHandler());
                if (work.readsBody()) {
                  channel.pipeline().addLast(new HttpObjectAggregator(LONGEST_BODY));
                }
                channel.pipeline().addLast(new WorkHandler(work));
              }
            })
        .bind(CandidateServer.HOST, port)
        .sync();
  }

  /** Answers the head of each request; content is dropped, unless the handler reads it. */
  private static final class WorkHandler extends SimpleChannelInboundHandler<HttpObject> {

    private final StageWork work;

    WorkHandler(StageWork work) {
      this.work = work;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject message)
        throws IOException {
      if (message instanceof HttpRequest request) {
        Reply reply =
            work.answer(
                request.method().name(),
                request.uri(),
                request.headers().get(HttpHeaderNames.CONTENT_TYPE),
                () -> ByteBufUtil.getBytes(((FullHttpRequest) request).content()));
        FullHttpResponse response =
            new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(reply.status()),
                Unpooled.wrappedBuffer(reply.body()));
        reply.fields().forEach((name, value) -> response.headers().set(name, value));
        HttpUtil.setContentLength(response, reply.body().length);
        context.writeAndFlush(response);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close(); // mostly a client that has left
    }
  }
}
