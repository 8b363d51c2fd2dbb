/** Commands with conditional recipes; the built-in engine analyzes the photographs. */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { operations } from '../../../contract/operations/table.ts';
import { conditionsSchema, type RecipeConditions } from '../../../contract/recipes/recipe-conditions.ts';
import { openStore } from '../../../main/store/index.ts';
import { type CommandStage, test as commandTest, operation, upload } from '../../helpers/command/command-stage.ts';
import { runInProcess } from '../../helpers/command/in-process-cli.ts';
import { sample, testPhotographs } from '../../helpers/photograph/photographs.ts';
import { cutoutPng, noisePhoto, recipeOf, success } from '../../helpers/queue/queue-stage.ts';

const cutout = `POST ${operations['commodity-background-removal'].path}`;

interface ConditionsStage extends CommandStage {
  /** Saves a recipe “Faces” for photographs with a face, and “Things” without conditions. */
  save(otherwise: RecipeConditions['otherwise'], conditions?: object): void;
  /** Numbers of photographs sent with “Faces” and with “Things”. */
  sent(): readonly [faces: number, things: number];
}

/** A stage whose source has a portrait and a forest. */
const test = commandTest.extend<{ conditions: ConditionsStage }>({
  conditions: async ({ stage }, use) => {
    const { server, source, data } = stage;
    const [face, forest] = [join(source, 'f3.jpg'), join(source, 'forest.jpg')];
    await sharp(join(testPhotographs, 'people/f3.jpg')).resize(600).toFile(face);
    copyFileSync(join(testPhotographs, 'backgrounds/forest.jpg'), forest);
    const size = async (path: string) => {
      const { width, height } = await sharp(path).metadata();
      return [width, height] as const;
    };
    server.script('GET /result.png', { bytes: await noisePhoto(...(await size(face)), 'png'), type: 'image/png' });
    server.script('GET /things.png', { bytes: await cutoutPng(...(await size(forest))), type: 'image/png' });
    server.script(cutout, { json: { ...success, data: { image_url: `${server.baseUrl}/things.png` } } });
    await use({
      ...stage,
      save(otherwise, conditions = { faces: { rule: 'at-least', count: 1 } }) {
        const store = openStore({ folder: data });
        const only = conditionsSchema.parse({ ...conditions, otherwise });
        store.recipes.save({ ...recipeOf(operation, {}, 'Faces'), id: 'faces', only });
        store.recipes.save({ ...recipeOf('commodity-background-removal', {}, 'Things'), id: 'things' });
        store.close();
      },
      run: (...more) => stage.run('--recipe', 'Faces', ...more),
      sent: () => [stage.uploads(), server.requestsOf(cutout).length],
    });
  },
});

describe('a conditional recipe', () => {
  test('leaves the excluded photographs unchanged, reports how many and why, and ends with 0', async ({
    conditions: { save, run, sent },
  }) => {
    save({ kind: 'leave' });
    const estimate = await run('--estimate');
    expect(estimate.out).toContain('2 requests');
    expect(estimate.out).toContain(
      'It may cost less: photographs that do not match a recipe’s conditions are not sent with it.',
    );

    const { code, out, err } = await run();

    expect(out).toContain('forest.jpg: Left as it is. No face was found.');
    expect(err).toContain('1 done, 0 failed, 1 left out');
    expect([code, sent()]).toEqual([0, [1, 0]]);
    const lines = (await run('--json')).out.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { state: 'done', results: [], leftOut: true, why: 'Left as it is. No face was found.' },
    ]);
  });

  test('is responsible for photographs processed with the other recipe', { tags: ['long'] }, async ({
    conditions: { save, run, sent, source, server, results },
  }) => {
    save({ kind: 'recipe', recipeId: 'things' });

    const { code, out, err } = await run();

    expect(out).toContain('forest.jpg: Processed with “Things” instead. No face was found.');
    expect(err).toContain('2 done, 0 failed, 1 left out');
    expect(err).toContain('2 photographs');
    expect([code, sent()]).toEqual([0, [1, 1]]);
    expect(results()).toContain('forest.png');
    expect((await run()).code).toBe(0);
    expect(sent()).toEqual([1, 1]);
    server.script(cutout, { status: 400 });
    copyFileSync(join(testPhotographs, 'backgrounds/park.jpg'), join(source, 'park.jpg'));
    expect((await run()).code).toBe(1);
  });

  test('distinguishes a person facing away from a thing', { tags: ['long'] }, async ({
    conditions: { save, run, source, server },
  }) => {
    save({ kind: 'leave' }, { subject: 'person' });
    for (const name of ['f3', 'forest']) rmSync(join(source, `${name}.jpg`));
    for (const name of ['camera', 'coffee'] as const) copyFileSync(sample(name), join(source, `${name}.png`));

    const { out } = await run();

    expect(out).toContain('coffee.png: Left as it is. No person was found.');
    expect(server.requestsOf(upload)).toMatchObject([{ complete: true }]);
  });

  test('is exported to a file, and reports that the other recipe is missing', async ({
    conditions: { save, burnish, folder },
  }) => {
    save({ kind: 'recipe', recipeId: 'things' });
    const file = join(folder, 'faces.burnish-recipe.json');
    const elsewhere = join(folder, 'elsewhere');
    await burnish('recipes', 'export', 'Faces', file);

    const here = await burnish('recipes', 'import', file);
    const there = await runInProcess(['recipes', 'import', file, '--data', elsewhere]).ended;

    expect(here.err).toBe('');
    expect(there).toMatchObject({
      code: 0,
      err: expect.stringContaining('The recipe that “Faces” uses for all other photographs is missing.'),
    });
    const store = openStore({ folder: elsewhere });
    expect(store.recipes.list().find(({ name }) => name === 'Faces')?.only).toMatchObject({
      faces: { rule: 'at-least', count: 1 },
      otherwise: { kind: 'look' },
    });
    store.close();
  });
});
