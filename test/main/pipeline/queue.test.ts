import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { recipeOf, test } from '../../helpers/queue-stage.ts';

const cutout = recipeOf('portrait-background-removal');

describe('a direct operation', () => {
  test('goes from the queue to a finished file', async ({ stage }) => {
    const png = await stage.answers('portrait-background-removal');
    const job = await stage.add(cutout);
    stage.start();
    await stage.reach(job, 'done');
    expect(await stage.outputs()).toEqual(['photo-1.png']);
    expect((await readFile(join(stage.out, 'photo-1.png'))).length).toBeGreaterThan(png.length / 2);
    expect(stage.faults).toEqual([]);
  });
});
