// Must be the first import of each thread, because loading sharp enables the cache. Its keys are paths, but files change.
import sharp from 'sharp';

sharp.cache(false);
