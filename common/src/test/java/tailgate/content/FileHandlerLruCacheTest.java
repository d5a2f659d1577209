package tailgate.content;

/** The same with the hand-written cache. */
class FileHandlerLruCacheTest extends FileHandlerCacheTest {

  @Override
  CacheMode mode() {
    return CacheMode.LRU;
  }
}
