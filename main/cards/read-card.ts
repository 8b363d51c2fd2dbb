import { isUtf8 } from 'node:buffer';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import type { CopyFailure } from '../../contract/intake/cards.ts';
import { msg, UserFacingError } from '../../contract/messages/message.ts';
import { nameTimes } from '../../contract/recipes/naming.ts';
import { createOwnerFinder, createShotKey } from '../files/companion-files.ts';
import { nameOnSystem, splitPath } from '../files/contained-path.ts';
import { sniff } from '../imaging/decode/sniff-format.ts';
import { captureDateIn } from '../imaging/read/capture-date.ts';
import { createCandidateFilter, isWithoutExtension } from '../intake/paths/candidates.ts';
import { invalidNameMessage, readErrorMessage } from '../intake/paths/path-kind.ts';

export interface CardFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** ms since 1970. */
  readonly modifiedAt: number;
  /** The rest of its name after the stem of its shot: “.JPG”, “.CR3.xmp”. */
  readonly suffix: string;
  readonly isPhotograph: boolean;
}

/** The files of one photograph: raw and JPEG of one name, their sidecars, and the voice memo. */
export interface Shot {
  /** Relative to the card; '' for the card itself. */
  readonly folder: string;
  readonly stem: string;
  readonly files: readonly CardFile[];
}

export interface CardContents {
  readonly shots: readonly Shot[];
  readonly otherCount: number;
  readonly failed: readonly CopyFailure[];
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const filter = createCandidateFilter([]);

/**
 * Lists the shots of a card. Ignores links, because a card has none.
 * @param card absolute
 * @throws UserFacingError if the card itself cannot be read; the signal's reason
 */
export async function readCard(card: string, signal: AbortSignal): Promise<CardContents> {
  const shots: Shot[] = [];
  const failed: CopyFailure[] = [];
  let otherCount = 0;
  const folders = [''];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    signal.throwIfAborted();
    try {
      const found = await readFolder(card, folder, failed);
      shots.push(...found.shots);
      otherCount += found.otherCount;
      folders.unshift(...found.folders);
    } catch (cause) {
      if (folder === '') throw new UserFacingError(msg('cards.noCard', { folder: card }), { cause });
      const path = join(card, folder);
      failed.push({ name: basename(path), message: await readErrorMessage(path, cause) });
    }
  }
  return { shots, otherCount, failed };
}

async function readFolder(card: string, folder: string, failed: CopyFailure[]) {
  const entries = await readdir(join(card, folder), { withFileTypes: true, encoding: 'buffer' });
  const folders: string[] = [];
  const photographs: string[] = [];
  const companions: string[] = [];
  let otherCount = 0;
  for (const entry of entries) {
    const name = entry.name.toString();
    if (!isUtf8(entry.name)) failed.push({ name, message: invalidNameMessage(join(card, folder, name)) });
    else if (entry.isDirectory()) {
      if (filter.entersFolder(name)) folders.push(join(folder, name));
    } else if (!entry.isFile()) otherCount += filter.accepts(name) || filter.isOther(name) ? 1 : 0;
    else if (filter.isCompanion(name)) companions.push(name);
    else if (filter.isRaw(name) || (filter.accepts(name) && (await isPhotograph(join(card, folder, name)))))
      photographs.push(name);
    else if (filter.accepts(name) || filter.isOther(name)) otherCount += 1;
  }
  const { groups, unowned } = groupByShot(photographs.sort(byName.compare), companions);
  otherCount += unowned.filter((name) => filter.isOther(name)).length;
  const shots: Shot[] = [];
  for (const { stem, members } of groups) {
    const files: CardFile[] = [];
    for (const { name, suffix, isPhotograph } of members) {
      const path = join(card, folder, name);
      const { size, mtimeMs } = await stat(path);
      files.push({ path, bytes: size, modifiedAt: mtimeMs, suffix, isPhotograph });
    }
    shots.push({ folder, stem, files });
  }
  return { shots, otherCount, folders: folders.sort(byName.compare) };
}

interface ShotGroup {
  readonly stem: string;
  readonly members: (Pick<CardFile, 'suffix' | 'isPhotograph'> & { readonly name: string })[];
}

/** @returns `unowned`: companions of no photograph */
function groupByShot(photographs: readonly string[], companions: readonly string[]) {
  const keyOf = createShotKey(photographs);
  const groups = new Map<string, ShotGroup>();
  const groupOf = new Map<string, ShotGroup>();
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  for (const name of photographs) {
    const { name: stem } = parse(name);
    let key = keyOf(name);
    // A destination that ignores case cannot hold “a.jpg” and “a.JPG” of one shot.
    while (groups.get(key)?.members.some((member) => isSame(member.name, name))) key += '\0';
    const group = groups.get(key) ?? { stem, members: [] };
    group.members.push({ name, suffix: name.slice(stem.length), isPhotograph: true });
    groups.set(key, group);
    groupOf.set(name, group);
  }
  const ownersOf = createOwnerFinder(photographs);
  const unowned: string[] = [];
  for (const name of companions) {
    const [owner = ''] = ownersOf(name);
    const group = groupOf.get(owner);
    const { name: base } = parse(name);
    // “IMG_1.xmp”, or “IMG_1.CR3.xmp” of programs that append to the file's name.
    const { name: stem } = isSame(base, owner) ? parse(base) : { name: base };
    if (group === undefined) unowned.push(name);
    else group.members.push({ name, suffix: name.slice(stem.length), isPhotograph: false });
  }
  return { groups: groups.values(), unowned };
}

async function isPhotograph(path: string): Promise<boolean> {
  return !isWithoutExtension(path) || (await sniff(path).catch(() => null))?.kind === 'readable';
}

/** Standard folders of cameras (DCF), which carry no information. */
const cameraFolder = /^(DCIM|\d{3}[A-Z0-9_]{5})$/i;

/** Returns the folders of a shot on the card, outermost first, without the standard ones. */
export function subfolderOnCard({ folder }: Pick<Shot, 'folder'>): string[] {
  return splitPath(folder, 'system')
    .filter((name) => !cameraFolder.test(name))
    .map((name) => nameOnSystem(name));
}

/**
 * Returns the capture day of a shot by the camera's clock, such as “2026-11-28”. Files without a capture date count by
 * their modification time.
 */
export async function captureDay({ files }: Pick<Shot, 'files'>): Promise<string> {
  for (const file of files) {
    const capturedAt = file.isPhotograph ? await captureDateIn(file.path) : null;
    if (capturedAt !== null) return nameTimes(capturedAt).date;
  }
  return nameTimes(Math.min(...files.map(({ modifiedAt }) => modifiedAt))).date;
}
