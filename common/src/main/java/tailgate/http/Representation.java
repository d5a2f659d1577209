package tailgate.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One representation of a resource, and every response to a GET or HEAD for it: the whole, a part,
 * or a 304 (RFC 9110 §3.2).
 *
 * <p>Immutable. Thread-safe if its body is in memory; then the whole and the 304 for its tag are
 * made once, and to answer with them allocates nothing. A {@link Body.Transfer} belongs to one
 * request; {@link #answer} closes it if it is not sent.
 */
public final class Representation {

  /** Created with the first multipart response, so that it does not delay the start. */
  private static final class Boundaries {
    static final SecureRandom RANDOM = new SecureRandom();
  }

  private final Validators validators;
  private final String mediaType;
  private final @Nullable String contentCoding;

  /** The field of the request on which it depends; null if everybody gets it. */
  private final @Nullable String varies;

  private final Map<String, String> fields;
  private final Body body;
  private final Response full;

  /** As it is sent; null if there is none, or if a 304 has to close the body. */
  private final byte @Nullable [] tag;

  /**
   * Made when it is first needed, because most representations never need it. Threads may race: all
   * make the same one, and its fields are final.
   */
  private @Nullable Response notModified;

  private Representation(Builder builder, Validators validators) {
    this.validators = validators;
    this.mediaType = builder.mediaType;
    this.contentCoding = builder.coding == ContentCoding.IDENTITY ? null : builder.coding.token();
    this.varies = builder.varies;
    this.fields = builder.fields;
    this.body = builder.body;
    this.full = described(Status.OK).field("Accept-Ranges", "bytes").body(body);
    EntityTag entityTag = validators.entityTag();
    this.tag =
        entityTag == null || body instanceof Body.Transfer
            ? null
            : entityTag.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Begins a representation with this media type and content. */
  public static Builder of(String mediaType, Body body) {
    return new Builder(mediaType, body);
  }

  /** The whole with 200: the response to a request without conditions and ranges. */
  public Response full() {
    return full;
  }

  /**
   * The response to this request, whose method must be GET or HEAD.
   *
   * @param clock for dates in the request
   */
  public Response answer(Request request, InstantSource clock) throws IOException {
    return tag != null && Preconditions.nameOnly(request, tag)
        ? notModified()
        : evaluate(request, clock.instant());
  }

  /** Whether a condition of the request lists the tag of this representation. */
  boolean isNamedBy(Request request) {
    return Preconditions.nameTagOf(request, validators);
  }

  private Response evaluate(Request request, Instant now) throws IOException {
    return switch (Preconditions.evaluate(request, validators, now)) {
      case NOT_MODIFIED -> withoutBody(notModified());
      case FAILED ->
          withoutBody(
              Response.status(Status.PRECONDITION_FAILED).text("412 Precondition Failed\n"));
      case PROCEED -> proceed(request, now);
    };
  }

  /** Makes a 304, which has only the fields that RFC 9110 §15.4.5 lists. */
  private Response notModified() {
    Response known = notModified;
    if (known == null) {
      known = validated(Status.NOT_MODIFIED).empty();
      notModified = known;
    }
    return known;
  }

  private Response proceed(Request request, Instant now) throws IOException {
    if (!request.asksForPart() || !rangeApplies(request, now)) {
      return full;
    }
    return switch (ranges(request)) {
      case ByteRanges.Ignored ignored -> full;
      case ByteRanges.Unsatisfiable none ->
          withoutBody(
              Response.status(Status.RANGE_NOT_SATISFIABLE)
                  .field("Content-Range", none.contentRange())
                  .text("416 Range Not Satisfiable\n"));
      case ByteRanges.Satisfiable(List<ByteRange> ranges) ->
          ranges.size() == 1 ? part(ranges.getFirst()) : parts(ranges);
    };
  }

  /**
   * Whether If-Range allows the Range field. All representations of a resource have the same date,
   * and without a tag so may another version. Then the date is not a strong validator.
   */
  private boolean rangeApplies(Request request, Instant now) {
    boolean dated = varies == null && validators.entityTag() != null;
    return dated
        ? Preconditions.rangeApplies(request, validators, now)
        : Preconditions.rangeAppliesByTag(request, validators);
  }

  /**
   * Several ranges of a coded representation are ignored, as the RFC allows. It does not say
   * whether the coding would apply to each part or to the multipart content.
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

  /**
   * As multipart/byteranges (RFC 9110 §14.6), unless the whole is shorter: each part has a head of
   * more than a hundred bytes. So no list of ranges makes the server send more than the file.
   */
  private Response parts(List<ByteRange> ranges) {
    var multipart = MultipartByteRanges.of(ranges, mediaType, body.length(), Boundaries.RANDOM);
    if (multipart.length() > body.length()) {
      return full;
    }
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
    fields.forEach(response::field);
    return typed(
        contentCoding == null ? response : response.field("Content-Encoding", contentCoding),
        mediaType);
  }

  private static Response.Builder typed(Response.Builder response, String type) {
    return response.field("Content-Type", type).field("X-Content-Type-Options", "nosniff");
  }

  private Response.Builder validated(Status status) {
    Response.Builder response = Response.status(status);
    if (validators.lastModified() != null) {
      response.lastModified(validators.lastModified());
    }
    if (validators.entityTag() != null) {
      response.field("ETag", validators.entityTag().toString());
    }
    return varies == null ? response : response.field("Vary", varies);
  }

  /** A response without this body, which is closed now. */
  private Response withoutBody(Response answer) throws IOException {
    discard();
    return answer;
  }

  /** Closes the body, if it is not sent. */
  public void discard() throws IOException {
    if (body instanceof Body.Transfer transfer) {
      transfer.close();
    }
  }

  /** Collects the properties of a representation. Not thread-safe. */
  public static final class Builder {

    private final String mediaType;
    private final Body body;
    private ContentCoding coding = ContentCoding.IDENTITY;
    private @Nullable String varies;
    private Map<String, String> fields = Map.of();

    private Builder(String mediaType, Body body) {
      this.mediaType = mediaType;
      this.body = body;
    }

    /** The coding of the body. The client must accept it. */
    public Builder coding(ContentCoding coding) {
      this.coding = coding;
      return this;
    }

    /** Whether another client could get another coding (RFC 9110 §12.5.5). */
    public Builder varies(boolean varies) {
      this.varies = varies ? "Accept-Encoding" : null;
      return this;
    }

    /** Says that another client could get another media type. */
    public Builder variesByMediaType() {
      this.varies = "Accept";
      return this;
    }

    /** Adds a field to the responses that have content. */
    public Builder field(String name, String value) {
      fields = new LinkedHashMap<>(fields);
      fields.put(name, value);
      return this;
    }

    /**
     * Builds it with its validators. All its other versions are older.
     *
     * @param lastModified null if it is unknown
     */
    public Representation validators(
        @Nullable EntityTag entityTag, @Nullable Instant lastModified) {
      return new Representation(this, new Validators(entityTag, lastModified));
    }

    /**
     * Builds it with its validators.
     *
     * @param lastModified null if it has no date that tells it from its other versions
     * @param unchangedSince the first whole second from which on there has been no other version
     */
    public Representation validators(
        @Nullable EntityTag entityTag, @Nullable Instant lastModified, Instant unchangedSince) {
      return new Representation(this, new Validators(entityTag, lastModified, unchangedSince));
    }
  }
}
