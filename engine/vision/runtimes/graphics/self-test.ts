/** Self-test of a network, which compares and times the processor and the graphics card. */
import { readFile } from 'node:fs/promises';
import type { GraphicsOutcome, GraphicsProvider, GraphicsVerdict } from '../../../../contract/services/graphics.ts';
import { networkOf } from '../../../../contract/services/networks.ts';
import { sharp } from '../../../../formats/lazy-sharp.ts';
import type { OnnxModel, TimedRun, Values } from '../onnx-sessions.ts';
import { type GraphicsCard, GraphicsProcessError } from './graphics-card.ts';

/** One level of 8 bits, the smallest visible difference of two mattes. */
export const maxMatteDifference = 1 / 255;
/** Maximum time of the card relative to the processor, because transfers take time too. */
const maxTimeShare = 0.8;
/** For loading and compiling. */
export const loadTimeoutMs = 60_000;
const maxSlowdown = 10;
const minRunTimeoutMs = 5000;
/** Shorter runs of the processor are repeated, because other work may have slowed them down. */
const minReliableMs = 2000;

const pictureFile = new URL('./test-picture.jpg', import.meta.url);

/** @param ms of an earlier run */
export const runTimeoutMs = (ms: number): number => Math.max(minRunTimeoutMs, maxSlowdown * ms);

/** Returns RGB planes from -1 to 1. @param dims [1, 3, height, width] */
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
 * Tests each provider until one is correct and faster than the processor.
 * @param count of outputs to compare
 * @throws Error if the processor cannot run the model
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
  if (reference.ms < minReliableMs) {
    const second = await processor(model, input, count);
    if (second.ms < reference.ms) reference = second;
  }
  const toVerdict = (
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

  let verdict = toVerdict('unsupported', null, null);
  for (const provider of providers) {
    const run = (extraMs: number) => card.run(model, provider, input, count, extraMs + runTimeoutMs(reference.ms));
    try {
      await run(loadTimeoutMs);
      const { outputs, ms } = await run(0);
      const outcome = compareRuns(model, { outputs, ms }, reference);
      verdict = toVerdict(outcome, provider, ms);
      if (outcome === 'faster') return verdict;
    } catch (error) {
      if (!(error instanceof GraphicsProcessError)) continue;
      verdict = toVerdict(error.reason === 'slow' ? 'slower' : 'crashed', provider, null);
      if (error.reason === 'crashed') return verdict;
    }
  }
  return verdict;
}

export function compareRuns(model: OnnxModel, card: TimedRun, processor: TimedRun): GraphicsOutcome {
  const isSame = processor.outputs.every((output, i) => areEqual(model, output, card.outputs[i]));
  if (!isSame) return 'wrong';
  return card.ms < processor.ms * maxTimeShare ? 'faster' : 'slower';
}

export const areFinite = (outputs: readonly Values[]): boolean =>
  outputs.every(({ data }) => data.every(Number.isFinite));

function areEqual(model: OnnxModel, a: Values, b: Values | undefined): boolean {
  if (a.data.length !== b?.data.length) return false;
  const toMatte = networkOf(model)?.output === 'logits' ? sigmoid : (value: number) => value;
  // Not `>`, because NaN is wrong too.
  return a.data.every((value, i) => Math.abs(toMatte(value) - toMatte(b.data[i]!)) <= maxMatteDifference);
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));
