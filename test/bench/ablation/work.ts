/** An operation with one rule off, in a process of its own. */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import sharp from 'sharp';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { EngineOutput } from '../../../engine/operations/call.ts';
import type { Texts } from '../quality/run.ts';
import { type Known, rules, type Seen, unrefined } from './rules.ts';
import { switchOff } from './switched.ts';

const requests: Readonly<Record<Known | Seen, readonly [OperationId, Texts]>> = {
  universal: ['universal-background-removal', { return_form: 'mask' }],
  commodity: ['commodity-background-removal', { return_form: 'mask' }],
  portrait: ['portrait-background-removal', { return_form: 'mask' }],
  head: ['avatar-extraction', {}],
  hair: ['hairstyle-extraction', {}],
  clothes: ['apparel-background-removal', {}],
  skin: ['smart-skin-advanced', { smart_skin: '1' }],
  beauty: ['smart-beauty', {}],
  lips: ['ai-red-lip-gloss', {}],
  brows: ['ai-eyebrows', {}],
  shaved: ['face-beauty-pro', { remove_eyebrow: '100' }],
  slimmed: ['smart-face-slimming', { slim_degree: '2' }],
};

/**
 * Writes the result of each picture as NAME.png to the folder `to`.
 * @param rule name of the rule that is off; '' for none
 * @param isCoarse without refinement
 */
export async function runWithout(
  rule: string,
  what: Known | Seen,
  to: string,
  paths: readonly string[],
  isCoarse: boolean,
): Promise<{ times: Record<string, number>; refusals: Record<string, string> }> {
  const edits = rules.find(({ name }) => name === rule)?.edits ?? [];
  switchOff(isCoarse ? [...unrefined, ...edits] : edits);
  // The engine is loaded after the edits.
  const { run } = await import('../quality/run.ts');
  const { operations } = await import('../../../contract/operations/table.ts');
  const [id, texts] = requests[what];
  const [times, refusals]: [Record<string, number>, Record<string, string>] = [{}, {}];
  for (const [i, path] of paths.entries()) {
    const picture = basename(path, extname(path));
    const upload = await readFile(path);
    const began = performance.now();
    try {
      // The previous photograph is the reference for brows.
      const reference = await readFile(paths.at(i - 1)!);
      const output = await run(operations[id], upload, texts, reference);
      times[picture] = Math.round(performance.now() - began);
      await write(output, upload, join(to, `${picture}.png`));
    } catch (error) {
      refusals[picture] = (error as Error).message;
    }
  }
  return { times, refusals };
}

async function write(output: EngineOutput, upload: Buffer, path: string): Promise<void> {
  const { width, height } = await sharp(upload).metadata();
  const empty = { width, height, channels: 4, background: '#0000' } as const;
  if (output.kind === 'elements') {
    const pieces = output.elements.map(({ file, x, y }) => ({ input: Buffer.from(file.bytes), left: x, top: y }));
    await sharp({ create: empty }).composite(pieces).png({ compressionLevel: 2 }).toFile(path);
  } else if (output.kind === 'apparel') {
    const classes = Object.values(output.classes);
    const sheet = { ...empty, height: height * Math.max(1, classes.length) };
    const pieces = classes.map(({ bytes }, i) => ({ input: Buffer.from(bytes), left: 0, top: i * height }));
    await sharp({ create: sheet }).composite(pieces).png({ compressionLevel: 2 }).toFile(path);
  } else {
    const { filesOf } = await import('../../../engine/operations/call.ts');
    await writeFile(path, filesOf(output)[0]!.bytes);
  }
}
