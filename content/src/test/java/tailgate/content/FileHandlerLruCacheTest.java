package tailgate.content;

import tailgate.content.cache.CacheMode;

/** The same with the hand-written cache. */
class FileHandlerLruCacheTest extends FileHandlerCacheTest {

  @Override
  CacheMode mode() {
    return CacheMode.LRU;
  }
}
