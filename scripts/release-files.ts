/**
 * `npm run release-files -- FROM TO`: gathers what was packaged on each system (a folder for each in FROM) in the one folder TO, as
 * it is handed out. Apps look for updates in the feeds (`latest.yml`, `latest-mac.yml`, `latest-linux.yml`): those of two
 * processors become one, and every file they name must be there, with the hash they give.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

/** What was packaged cannot be handed out; the message says why. */
export class IncompleteRelease extends Error {
  override name = 'IncompleteRelease';
}

/** A feed, as electron-builder writes it and electron-updater reads it; `path` and `sha512` repeat the first file. */
type Feed = {
  version: string;
  files: { url: string; sha512: string }[];
  path: string;
  sha512: string;
};

const isFeed = (name: string) => name.endsWith('.yml');

/**
 * One feed for several processors. The x64 files come first, as electron-builder has them when it builds all at once: those of
 * arm64 have it in their names, and an app finds its own by that.
 * @throws {IncompleteRelease} where they are of different versions
 */
export function mergedFeed(feeds: readonly [Feed, ...Feed[]]): Feed {
  const versions = new Set(feeds.map(({ version }) => version));
  if (versions.size > 1)
    throw new IncompleteRelease(`The feeds are for different versions: ${[...versions].join(', ')}.`);
  const isArm = ({ path }: Feed) => path.includes('arm64');
  const [first, ...others] = [...feeds].sort((a, b) => Number(isArm(a)) - Number(isArm(b))) as [Feed];
  return { ...first, files: [first, ...others].flatMap(({ files }) => files) };
}

/** The name under which GitHub keeps a file: of one with spaces it would make another than the feed says. */
const kept = (name: string) => name.replaceAll(/[^A-Za-z0-9._-]+/g, '-');

/**
 * Gathers, merges and checks.
 * @returns the names of the files in `to`
 * @throws {IncompleteRelease} nothing in `to` may be handed out then
 */
export async function gatherReleaseFiles(from: string, to: string): Promise<string[]> {
  await mkdir(to, { recursive: true });
  const feeds = new Map<string, Feed[]>();
  for (const folder of (await readdir(from)).sort()) {
    for (const name of await readdir(join(from, folder))) {
      const file = join(from, folder, name);
      if (isFeed(name)) {
        feeds.set(name, [...(feeds.get(name) ?? []), parse(await readFile(file, 'utf8')) as Feed]);
      } else if ((await readdir(to)).includes(kept(name))) {
        throw new IncompleteRelease(`Two systems created a file named ${kept(name)}.`);
      } else {
        await copyFile(file, join(to, kept(name)));
      }
    }
  }
  if (feeds.size === 0) throw new IncompleteRelease('There is no feed, so apps would not find this version.');
  for (const [name, all] of feeds) {
    const feed = mergedFeed(all as [Feed]);
    const files = feed.files.map((file) => ({ ...file, url: kept(file.url) }));
    for (const { url, sha512 } of files) {
      if ((await hashOf(join(to, url)).catch(() => null)) !== sha512)
        throw new IncompleteRelease(`${name} lists ${url}, but there is no such file with the listed hash.`);
    }
    // The older rules of YAML, by which electron-updater reads a day that is not in quotes as something else than text.
    const rules = { version: '1.1', lineWidth: 0 } as const;
    await writeFile(join(to, name), stringify({ ...feed, files, path: kept(feed.path) }, rules));
  }
  return (await readdir(to)).sort();
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
  return hash.digest('base64');
}

if (import.meta.main) {
  const [from, to] = process.argv.slice(2);
  if (from === undefined || to === undefined) {
    console.error('Usage: npm run release-files -- <from> <to>');
    process.exit(2);
  }
  try {
    for (const name of await gatherReleaseFiles(from, to)) console.log(name);
  } catch (error) {
    if (!(error instanceof IncompleteRelease)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
