/**
 * Turns off what libvips remembers of files it decoded: it knows them by their paths, and a file may change under its name. Each thread
 * that loads sharp turns it on for the whole process, so that this is the first import of whatever runs as a thread.
 */
import sharp from 'sharp';

sharp.cache(false);
