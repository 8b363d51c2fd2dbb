/** Fits one photograph to the inputs of every operation. */
import { statSync } from 'node:fs';
import { expect } from 'vitest';
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { operationList } from '../../../contract/operations/table.ts';
import { fitToInput } from '../../../main/imaging/fit/fit.ts';
import { describeStep } from '../../../main/imaging/fit/fit-steps.ts';
import { findObstacles } from '../../../main/imaging/fit/input-limits.ts';
import { type ImageFacts, inspectImage } from '../../../main/imaging/read/inspect-image.ts';
import { numbersOf } from '../photograph/photographs.ts';
import { messageText } from '../run/message-matchers.ts';

/** Inputs of all operations, without those of equal limits. */
const distinctInputs = [
  ...new Map(
    (operationList as readonly OperationSpec[])
      .flatMap((spec) => spec.images.map((input) => ({ spec, input })))
      .map((each) => [JSON.stringify({ ...each.input, field: '', label: '' }), each] as const),
  ).values(),
];

/**
 * Prepares `source` as an upload in the folder `uploads`, and checks that it fits the limits of every operation and
 * that the source is unchanged.
 */
export async function expectFitsEverywhere(source: string, uploads: string): Promise<void> {
  const before = statSync(source);
  const facts = (await inspectImage(source)) as ImageFacts;
  for (const { spec, input } of distinctInputs) {
    const upload = await fitToInput({
      source,
      operation: spec,
      input,
      to: uploads,
      isFitAllowed: true,
      signal: new AbortController().signal,
    });
    const made = (await inspectImage(upload.path)) as ImageFacts;
    expect(
      findObstacles(made, input),
      `${spec.id} ${upload.steps.map((step) => messageText(describeStep(step)))}`,
    ).toEqual([]);
    expect(made).toMatchObject({
      format: upload.format,
      width: upload.width,
      height: upload.height,
      bytes: upload.bytes,
    });
    expect(upload.scale).toBeLessThanOrEqual(1);
    expect(upload.original).toEqual({ width: facts.width, height: facts.height });
    if (upload.path === source) expect(upload.steps).toEqual([]);
    if (upload.steps.length === 0 && facts.format !== 'bmp') {
      expect((await numbersOf(upload.path)).data.equals((await numbersOf(source)).data)).toBe(true);
    }
  }
  expect(statSync(source)).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs });
}
