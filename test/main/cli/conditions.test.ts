/** Commands with conditional recipes; the built-in engine analyzes the photographs. */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../../contract/operations/table.ts';
import { conditionsSchema, type RecipeConditions } from '../../../contract/recipes/recipe-conditions.ts';
import { openStore } from '../../../main/store/index.ts';
import { runInProcess } from '../../helpers/command/in-process-cli.ts';
import { sample, scratchFolder, testPhotographs } from '../../helpers/photograph/photographs.ts';
import { cutoutPng, noisePhoto, recipeOf, success } from '../../helpers/queue/queue-stage.ts';
import { type ScriptedServer, startScriptedServer } from '../../helpers/service/scripted-server.ts';

let folder: string;
let source: string;
let data: string;
let server: ScriptedServer;
beforeEach(async () => {
  folder = scratchFolder();
  source = join(folder, 'src');
  data = join(folder, 'data');
  mkdirSync(source);
  await sharp(join(testPhotographs, 'people/f3.jpg')).resize(600).toFile(join(source, 'f3.jpg'));
  copyFileSync(join(testPhotographs, 'backgrounds/forest.jpg'), join(source, 'forest.jpg'));
  server = await startScriptedServer();
  const answers = { 'smart-face-slimming': 'faces', 'commodity-background-removal': 'things' } as const;
  for (const [operation, name] of Object.entries(answers) as [keyof typeof answers, string][])
    server.script(`POST ${operations[operation].path}`, {
      json: { ...success, data: { image_url: `${server.baseUrl}/${name}.png` } },
    });
  const { width, height } = await sharp(join(source, 'forest.jpg')).metadata();
  server.script('GET /things.png', { bytes: await cutoutPng(width, height), type: 'image/png' });
  const face = await sharp(join(source, 'f3.jpg')).metadata();
  server.script('GET /faces.png', { bytes: await noisePhoto(face.width, face.height, 'png'), type: 'image/png' });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const say = (...words: string[]) => runInProcess([...words, '--data', data], { TEST_KEY: 'key' }).ended;
const run = (...more: string[]) =>
  say(
    ...['run', source, '--recipe', 'Faces', '--out', join(folder, 'out')],
    ...['--service', server.baseUrl, '--key-env', 'TEST_KEY', ...more],
  );
const sent = (operation: keyof typeof operations) => server.requestsOf(`POST ${operations[operation].path}`).length;

/** Saves a recipe “Faces” for photographs with a face, and “Things” without conditions. */
function save(
  otherwise: RecipeConditions['otherwise'],
  conditions: object = { faces: { rule: 'at-least', count: 1 } },
): void {
  const store = openStore({ folder: data });
  const only = conditionsSchema.parse({ ...conditions, otherwise });
  store.recipes.save({ ...recipeOf('smart-face-slimming', {}, 'Faces'), id: 'faces', only });
  store.recipes.save({ ...recipeOf('commodity-background-removal', {}, 'Things'), id: 'things' });
  store.close();
}

describe('a conditional recipe', () => {
  it('leaves the excluded photographs unchanged, reports how many and why, and ends with 0', async () => {
    save({ kind: 'leave' });
    const estimate = await run('--estimate');
    expect(estimate.out).toContain('2 requests');
    expect(estimate.out).toContain(
      'It may cost less: photographs that do not match a recipe’s conditions are not sent with it.',
    );
    const { code, out, err } = await run();
    expect(out).toContain('forest.jpg: Left as it is. No face was found.');
    expect(err).toContain('1 done, 0 failed, 1 left out');
    expect([code, sent('smart-face-slimming')]).toEqual([0, 1]);
    const lines = (await run('--json')).out.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { state: 'done', results: [], leftOut: true, why: 'Left as it is. No face was found.' },
    ]);
  });

  it('is responsible for photographs processed with the other recipe', { tags: ['long'] }, async () => {
    save({ kind: 'recipe', recipeId: 'things' });
    const { code, out, err } = await run();
    expect(out).toContain('forest.jpg: Processed with “Things” instead. No face was found.');
    expect(err).toContain('2 done, 0 failed, 1 left out');
    expect(err).toContain('2 photographs');
    expect([code, sent('smart-face-slimming'), sent('commodity-background-removal')]).toEqual([0, 1, 1]);
    expect(existsSync(join(folder, 'out', 'forest.png'))).toBe(true);
    expect((await run()).code).toBe(0);
    expect([sent('smart-face-slimming'), sent('commodity-background-removal')]).toEqual([1, 1]);
    server.script(`POST ${operations['commodity-background-removal'].path}`, { status: 400 });
    copyFileSync(join(testPhotographs, 'backgrounds/park.jpg'), join(source, 'park.jpg'));
    expect((await run()).code).toBe(1);
  });

  it('distinguishes a person facing away from a thing', { tags: ['long'] }, async () => {
    save({ kind: 'leave' }, { subject: 'person' });
    rmSync(source, { recursive: true });
    mkdirSync(source);
    for (const name of ['camera', 'coffee'] as const) copyFileSync(sample(name), join(source, `${name}.png`));
    expect((await run()).out).toContain('coffee.png: Left as it is. No person was found.');
    const [upload, ...others] = server.requestsOf(`POST ${operations['smart-face-slimming'].path}`);
    expect([upload?.complete, others]).toEqual([true, []]);
  });

  it('is exported to a file, and reports that the other recipe is missing', async () => {
    save({ kind: 'recipe', recipeId: 'things' });
    const file = join(folder, 'faces.burnish-recipe.json');
    await say('recipes', 'export', 'Faces', file);
    expect((await say('recipes', 'import', file)).err).toBe('');
    const elsewhere = join(folder, 'elsewhere');
    const { err, code } = await runInProcess(['recipes', 'import', file, '--data', elsewhere]).ended;
    expect(err).toContain('The recipe that “Faces” uses for all other photographs is missing.');
    expect(code).toBe(0);
    const store = openStore({ folder: elsewhere });
    expect(store.recipes.list().find(({ name }) => name === 'Faces')?.only).toMatchObject({
      faces: { rule: 'at-least', count: 1 },
      otherwise: { kind: 'look' },
    });
    store.close();
  });
});
