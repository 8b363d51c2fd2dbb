/** Self-test of a network on the graphics card: the same picture on the processor and the card, compared and timed. */
import { readFile } from 'node:fs/promises';
import type { GraphicsOutcome, GraphicsProvider, GraphicsVerdict } from '../../../../contract/services/graphics.ts';
import { networkOf } from '../../../../contract/services/networks.ts';
import { sharp } from '../../../../formats/lazy-sharp.ts';
import type { OnnxModel, TimedRun, Values } from '../onnx-sessions.ts';
import { CardLost, type GraphicsCard } from './graphics-card.ts';

/** Largest difference of two mattes: one level of 8 bits, which is the smallest that a result can show. */
export const tolerance = 1 / 255;
/** The card's part of the processor's time at most; the rest is for the transfer to its process. */
const maxTimeShare = 0.8;
/** Time to load a network and to compile it for the card, ms. */
export const loadMs = 60_000;
/** A run may take this much longer than expected. */
const patience = 10;
/** A shorter run is never slow, ms. */
const minLimitMs = 5000;
/** A processor that is faster than this is timed twice, since other photographs may have disturbed it. */
const briefMs = 2000;

const pictureFile = new URL('./test-picture.jpg', import.meta.url);

/** Longest time that a run may take if it took `ms` before. */
export const runLimit = (ms: number): number => Math.max(minLimitMs, patience * ms);

/** The test picture, red, green and blue from -1 to 1. @param dims [1, 3, height, width] of the network's input */
export async function testPicture(dims: readonly number[]): Promise<Values> {
  const [, channels, height, width] = dims as [number, number, number, number];
  const bytes = await sharp(await readFile(pictureFile))
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const data = new Float32Array(channels * width * height);
  for (let i = 0; i < data.length; i++) {
    const channel = Math.floor(i / (width * height));
    data[i] = bytes[(i % (width * height)) * channels + channel]! / 127.5 - 1;
  }
  return { data, dims };
}

/**
 * Tests `model` with each provider until one is faster than the processor, and right.
 * @param input what `testPicture` returned
 * @param count of outputs to compare
 * @param processor runs the model on the processor
 * @throws Error if the processor cannot run it
 */
export async function testNetwork(
  model: OnnxModel,
  input: Values,
  count: number | undefined,
  processor: (model: OnnxModel, input: Values, count?: number) => Promise<TimedRun>,
  card: GraphicsCard,
  providers: readonly GraphicsProvider[],
): Promise<GraphicsVerdict> {
  let reference = await processor(model, input, count);
  if (reference.ms < briefMs) {
    const second = await processor(model, input, count);
    if (second.ms < reference.ms) reference = second;
  }
  const verdict = (
    outcome: GraphicsOutcome,
    provider: GraphicsProvider | null,
    ms: number | null,
  ): GraphicsVerdict => ({
    network: model,
    outcome,
    provider,
    processor_ms: Math.round(reference.ms),
    card_ms: ms === null ? null : Math.round(ms),
  });

  let found = verdict('unsupported', null, null);
  for (const provider of providers) {
    const run = (extraMs: number) => card.run(model, provider, input, count, extraMs + runLimit(reference.ms));
    try {
      await run(loadMs);
      const { outputs, ms } = await run(0);
      const outcome = judge(model, { outputs, ms }, reference);
      found = verdict(outcome, provider, ms);
      if (outcome === 'faster') return found;
    } catch (error) {
      if (!(error instanceof CardLost)) continue;
      found = verdict(error.reason === 'slow' ? 'slower' : 'crashed', provider, null);
      if (error.reason === 'crashed') return found;
    }
  }
  return found;
}

/** Compares a run of the card with one of the processor. */
export function judge(model: OnnxModel, card: TimedRun, processor: TimedRun): GraphicsOutcome {
  const isSame = processor.outputs.every((output, i) => areEqual(model, output, card.outputs[i]));
  if (!isSame) return 'wrong';
  return card.ms < processor.ms * maxTimeShare ? 'faster' : 'slower';
}

/** Whether all values are numbers. */
export const areFinite = (outputs: readonly Values[]): boolean =>
  outputs.every(({ data }) => data.every(Number.isFinite));

function areEqual(model: OnnxModel, a: Values, b: Values | undefined): boolean {
  if (a.data.length !== b?.data.length) return false;
  const toMatte = networkOf(model)?.output === 'logits' ? sigmoid : (value: number) => value;
  // Not `>`: a value that is no number is wrong too.
  return a.data.every((value, i) => Math.abs(toMatte(value) - toMatte(b.data[i]!)) <= tolerance);
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));
