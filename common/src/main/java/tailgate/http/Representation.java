package tailgate.http;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One form of a resource, and every answer to a GET or HEAD for it: all of it, a part, or the word
 * that the client has it already (RFC 9110 §3.2).
 *
 * <p>Immutable. Thread-safe where its body is in memory; a {@link Body.Transfer} ties it to the one
 * request that it was made for, and {@link #answer} closes it where it is not sent.
 */
public final class Representation {

  /** Made with the first multipart response: a start need not wait for it. */
  private static final class Boundaries {
    static final SecureRandom RANDOM = new SecureRandom();
  }

  private final Validators validators;
  private final String mediaType;
  private final @Nullable String contentCoding;
  private final boolean varies;
  private final Body body;
  private final Response full;

  private Representation(Builder builder, Validators validators) {
    this.validators = validators;
    this.mediaType = builder.mediaType;
    this.contentCoding = builder.coding == ContentCoding.IDENTITY ? null : builder.coding.token();
    this.varies = builder.varies;
    this.body = builder.body;
    this.full = described(Status.OK).field("Accept-Ranges", "bytes").body(body);
  }

  /** Begins a representation with this media type and content. */
  public static Builder of(String mediaType, Body body) {
    return new Builder(mediaType, body);
  }

  /** The whole of it, with 200: the answer to a request that selects nothing. */
  public Response full() {
    return full;
  }

  /** The answer to this request, whose method is GET or HEAD. */
  public Response answer(Request request, Instant now) throws IOException {
    return switch (Preconditions.evaluate(request, validators, now)) {
      case NOT_MODIFIED -> instead(validated(Status.NOT_MODIFIED).empty()); // what §15.4.5 lists
      case FAILED ->
          instead(Response.status(Status.PRECONDITION_FAILED).text("412 Precondition Failed\n"));
      case PROCEED -> proceed(request, now);
    };
  }

  private Response proceed(Request request, Instant now) throws IOException {
    if (!request.has(Field.RANGE) || !rangeApplies(request, now)) {
      return full;
    }
    return switch (ranges(request)) {
      case ByteRanges.Ignored ignored -> full;
      case ByteRanges.Unsatisfiable none ->
          instead(
              Response.status(Status.RANGE_NOT_SATISFIABLE)
                  .field("Content-Range", none.contentRange())
                  .text("416 Range Not Satisfiable\n"));
      case ByteRanges.Satisfiable(List<ByteRange> ranges) ->
          ranges.size() == 1 ? part(ranges.getFirst()) : parts(ranges);
    };
  }

  /**
   * As far as If-Range is concerned. The other codings have the same date, and so may another
   * version where there is no tag: a date tells nothing apart there.
   */
  private boolean rangeApplies(Request request, Instant now) {
    boolean dated = !varies && validators.entityTag() != null;
    return dated
        ? Preconditions.rangeApplies(request, validators, now)
        : Preconditions.rangeAppliesByTag(request, validators);
  }

  /**
   * Several ranges of a coded form are ignored, as the RFC allows for any: whether the coding would
   * be that of the parts or of what is around them, it leaves to be guessed.
   */
  private ByteRanges ranges(Request request) {
    ByteRanges ranges = ByteRanges.of(request, body.length());
    boolean several = ranges instanceof ByteRanges.Satisfiable(var all) && all.size() > 1;
    return several && contentCoding != null ? new ByteRanges.Ignored() : ranges;
  }

  private Response part(ByteRange range) {
    return described(Status.PARTIAL_CONTENT)
        .field("Content-Range", range.contentRange(body.length()))
        .body(BodySlice.of(body, range));
  }

  /** As multipart/byteranges (RFC 9110 §14.6). */
  private Response parts(List<ByteRange> ranges) {
    var multipart = MultipartByteRanges.of(ranges, mediaType, body.length(), Boundaries.RANDOM);
    List<Body> bodies = new ArrayList<>();
    for (MultipartByteRanges.Part part : multipart.parts()) {
      bodies.add(part.head());
      bodies.add(BodySlice.of(body, part.range()));
    }
    bodies.add(multipart.end());
    return typed(validated(Status.PARTIAL_CONTENT), multipart.contentType())
        .body(new BodySequence(bodies, this::discard));
  }

  private Response.Builder described(Status status) {
    Response.Builder response = validated(status);
    return typed(
        contentCoding == null ? response : response.field("Content-Encoding", contentCoding),
        mediaType);
  }

  private static Response.Builder typed(Response.Builder response, String type) {
    return response.field("Content-Type", type).field("X-Content-Type-Options", "nosniff");
  }

  private Response.Builder validated(Status status) {
    Response.Builder response =
        Response.status(status).field("Last-Modified", HttpDate.format(validators.lastModified()));
    if (validators.entityTag() != null) {
      response.field("ETag", validators.entityTag().toString());
    }
    return varies ? response.field("Vary", "Accept-Encoding") : response;
  }

  /** An answer without this body, which nobody else will close. */
  private Response instead(Response answer) throws IOException {
    discard();
    return answer;
  }

  private void discard() throws IOException {
    if (body instanceof Body.Transfer transfer) {
      transfer.close();
    }
  }

  /** Collects what is said of a representation. Not thread-safe. */
  public static final class Builder {

    private final String mediaType;
    private final Body body;
    private ContentCoding coding = ContentCoding.IDENTITY;
    private boolean varies;

    private Builder(String mediaType, Body body) {
      this.mediaType = mediaType;
      this.body = body;
    }

    /** The coding that the body is in, which the client accepts. */
    public Builder coding(ContentCoding coding) {
      this.coding = coding;
      return this;
    }

    /** Whether another client could get another coding (RFC 9110 §12.5.5). */
    public Builder varies(boolean varies) {
      this.varies = varies;
      return this;
    }

    /** Ends it with what tells it from all others. */
    public Representation validators(@Nullable EntityTag entityTag, Instant lastModified) {
      return new Representation(this, new Validators(entityTag, lastModified));
    }
  }
}
