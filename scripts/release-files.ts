/**
 * `npm run release-files -- FROM TO`: collects the packages of all systems (one folder each in FROM) in the folder TO,
 * ready to publish. Apps look for updates in the feeds (`latest.yml`, `latest-mac.yml`, `latest-linux.yml`): feeds of
 * two architectures are merged, and every file they list must exist and have the listed hash.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

/** The packages cannot be published, for the reason in the message. */
export class IncompleteRelease extends Error {
  override name = 'IncompleteRelease';
}

/** A feed as electron-builder writes it and electron-updater reads it; `path` and `sha512` repeat the first file. */
type Feed = {
  version: string;
  files: { url: string; sha512: string }[];
  path: string;
  sha512: string;
};

const isFeed = (name: string) => name.endsWith('.yml');

/**
 * Merges the feeds of several architectures. The x64 files come first, as when electron-builder builds all at once; an
 * app finds the arm64 files by their names.
 * @throws {IncompleteRelease} if they are for different versions
 */
export function mergedFeed(feeds: readonly [Feed, ...Feed[]]): Feed {
  const versions = new Set(feeds.map(({ version }) => version));
  if (versions.size > 1)
    throw new IncompleteRelease(`The feeds are for different versions: ${[...versions].join(', ')}.`);
  const isArm = ({ path }: Feed) => path.includes('arm64');
  const [first, ...others] = [...feeds].sort((a, b) => Number(isArm(a)) - Number(isArm(b))) as [Feed];
  return { ...first, files: [first, ...others].flatMap(({ files }) => files) };
}

/** Returns the name without spaces, which GitHub would replace, so that the feed would be wrong. */
const githubName = (name: string) => name.replaceAll(/[^A-Za-z0-9._-]+/g, '-');

/**
 * Collects, merges and checks the files.
 * @returns the names of the files in `to`
 * @throws {IncompleteRelease} do not publish anything in `to`
 */
export async function gatherReleaseFiles(from: string, to: string): Promise<string[]> {
  await mkdir(to, { recursive: true });
  const feeds = new Map<string, Feed[]>();
  for (const folder of (await readdir(from)).sort()) {
    for (const name of await readdir(join(from, folder))) {
      const file = join(from, folder, name);
      if (isFeed(name)) {
        feeds.set(name, [...(feeds.get(name) ?? []), parse(await readFile(file, 'utf8')) as Feed]);
      } else if ((await readdir(to)).includes(githubName(name))) {
        throw new IncompleteRelease(`Two systems created a file named ${githubName(name)}.`);
      } else {
        await copyFile(file, join(to, githubName(name)));
      }
    }
  }
  if (feeds.size === 0) throw new IncompleteRelease('There is no feed, so apps would not find this version.');
  for (const [name, all] of feeds) {
    const feed = mergedFeed(all as [Feed]);
    const files = feed.files.map((file) => ({ ...file, url: githubName(file.url) }));
    for (const { url, sha512 } of files) {
      if ((await hashOf(join(to, url)).catch(() => null)) !== sha512)
        throw new IncompleteRelease(`${name} lists ${url}, but there is no such file with the listed hash.`);
    }
    // YAML 1.1, in which electron-updater would read an unquoted date as a date.
    const rules = { version: '1.1', lineWidth: 0 } as const;
    await writeFile(join(to, name), stringify({ ...feed, files, path: githubName(feed.path) }, rules));
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
