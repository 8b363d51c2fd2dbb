/** Brings the engine's models: each is one file out of one npm tarball, known by its hash; the package is never installed. */
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as tar from 'tar';
import { DownloadFailure, sha256Of } from './download.ts';
import { fetchTarball } from './npm.ts';
import type { QuantisedFile } from './quantised-file.ts';
import type { Teller } from './say.ts';
import { allOf } from './together.ts';
import { megabytes } from './units.ts';

export type Model = {
  /** Its name in the models folder. */
  file: string;
  use: string;
  /** `name@version` of the package that carries it. */
  from: string;
  /** Its path inside that package. */
  member: string;
  /** Of the file as the package carries it. */
  sha256: string;
  bytes: number;
  /** What set-up makes of it, by ranges that were found on photographs (quantise.ts): a file beside models.json. */
  quantised?: { ranges: string; sha256: string; bytes: number };
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
    const { sha256: expected, bytes } = asUsed(model);
    if (!found || found.size !== bytes) {
      missing.push(model);
      continue;
    }
    const known = checked[model.file];
    if (known?.sha256 === expected && known.bytes === found.size && known.mtimeMs === found.mtimeMs) continue;
    const sha256 = await sha256Of(path);
    if (sha256 !== expected) {
      missing.push(model);
      continue;
    }
    checked[model.file] = { sha256, bytes: found.size, mtimeMs: found.mtimeMs };
    learned = true;
  }
  if (learned) await writeFile(checkedFile(folder), `${JSON.stringify(checked, undefined, 2)}\n`);
  return missing;
}

/** The file as it should stand in the models folder. */
const asUsed = ({ sha256, bytes, quantised }: Model) => quantised ?? { sha256, bytes };

/**
 * Fetches what `missingModels` names, all at once. Half-finished downloads
 * wait in `<folder>/.parts`, on the same disk, so that giving a file its final name is one atomic step.
 * @throws {RegistryFailure | DownloadFailure} what was fetched before stays, and half a file is continued next time
 */
export async function fetchModels(missing: readonly Model[], folder: string, teller: Teller): Promise<void> {
  await mkdir(folder, { recursive: true });
  const parts = join(folder, '.parts');
  const bring = async (model: Model) => {
    if (await madeOfWhatIsThere(model, folder)) return;
    teller.say(`Fetching ${model.file} (${megabytes(model.bytes)}, ${model.licence}): ${model.use}`);
    const tarball = join(parts, `${model.file}.tgz`);
    await fetchTarball(model.from, tarball, teller, model.file);
    try {
      await takeOut(tarball, model, folder);
    } finally {
      await rm(tarball, { force: true });
    }
  };
  await allOf(missing.map(bring));
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

/** A file that an earlier set-up left as it was published, or nearly so, is not fetched again. */
async function madeOfWhatIsThere(model: Model, folder: string): Promise<boolean> {
  const path = join(folder, model.file);
  const found = await stat(path).catch(() => undefined);
  if (!model.quantised || found?.size !== model.bytes) return false;
  return put(path, model, folder).then(
    () => true,
    () => false,
  );
}

/** Gives a model its place, in one step; before that it is quantised, where that is wanted. */
async function put(from: string, { file, quantised }: Model, folder: string): Promise<void> {
  const target = join(folder, file);
  if (!quantised) return rename(from, target);
  const part = join(folder, '.parts', `${file}.quantised`);
  await mkdir(join(folder, '.parts'), { recursive: true });
  await inThread({ from, ranges: new URL(quantised.ranges, import.meta.url).href, to: part });
  if ((await sha256Of(part)) !== quantised.sha256) {
    throw new DownloadFailure('damaged', `${file} could not be made ready as it was expected.`);
  }
  await rename(part, target);
}

/** Quantises in a thread of its own: other files come in meanwhile. */
async function inThread(file: QuantisedFile): Promise<void> {
  const worker = new Worker(new URL('./quantised-file.ts', import.meta.url), { workerData: file });
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
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
