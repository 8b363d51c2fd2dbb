import { expect, test } from 'vitest';
import type { GraphicsProvider } from '../../../../../contract/services/graphics.ts';
import {
  type GraphicsCard,
  GraphicsProcessError,
} from '../../../../../engine/vision/runtimes/graphics/graphics-card.ts';
import {
  areFinite,
  compareRuns,
  maxMatteDifference,
  runTimeoutMs,
  testNetwork,
  testPicture,
} from '../../../../../engine/vision/runtimes/graphics/self-test.ts';
import type { OnnxModel, TimedRun } from '../../../../../engine/vision/runtimes/onnx-sessions.ts';

const run = (ms: number, ...values: number[]): TimedRun => ({
  outputs: [{ data: Float32Array.from(values), dims: [1, 1, 1, values.length] }],
  ms,
});

test.each([
  ['faster', 'modnet', run(79, 0, 0.5), run(100, 0, 0.5)],
  ['slower', 'modnet', run(81, 0, 0.5), run(100, 0, 0.5)],
  ['faster', 'modnet', run(1, maxMatteDifference * 0.99, 0.5), run(100, 0, 0.5)],
  ['wrong', 'modnet', run(1, maxMatteDifference * 1.01, 0.5), run(100, 0, 0.5)],
  ['wrong', 'modnet', run(1, Number.NaN, 0.5), run(100, 0, 0.5)],
  ['wrong', 'modnet', run(1, 0), run(100, 0, 0.5)],
  // Far from zero, differences of logits do not affect the matte.
  ['faster', 'birefnet-general', run(1, 20, 0), run(100, 25, 0)],
  ['wrong', 'birefnet-general', run(1, 20, 0), run(100, 20, 0.1)],
] as const)('%s: %s, card %o, processor %o', (outcome, model, card, processor) => {
  expect(compareRuns(model, card, processor)).toBe(outcome);
});

test('NaN is not finite', () => {
  expect(areFinite(run(1, 0, 1).outputs)).toBe(true);
  expect(areFinite(run(1, 0, Number.NaN).outputs)).toBe(false);
});

test('a run may take ten times as long as expected, and at least five seconds', () => {
  expect([runTimeoutMs(10), runTimeoutMs(2000)]).toEqual([5000, 20_000]);
});

test('the picture has the size of the input, in planes from -1 to 1', async () => {
  const { data, dims } = await testPicture([1, 3, 32, 48]);
  expect(dims).toEqual([1, 3, 32, 48]);
  const planes = [0, 1, 2].map((i) => data.subarray(i * 32 * 48, (i + 1) * 32 * 48));
  for (const plane of planes) {
    expect(Math.min(...plane)).toBeLessThan(-0.8);
    expect(Math.max(...plane)).toBeGreaterThan(0.8);
  }
  // An orange suit: red is brighter than blue.
  const [red, , blue] = planes.map((plane) => plane.reduce((sum, value) => sum + value, 0));
  expect(red).toBeGreaterThan(blue!);
});

/** A card with the given outcomes of its providers. */
function cardWith(outcomes: Partial<Record<GraphicsProvider, TimedRun | Error>>) {
  const runs: [OnnxModel, GraphicsProvider, number][] = [];
  const card: GraphicsCard = {
    loaded: [],
    async run(model, provider, _input, _count, timeoutMs) {
      runs.push([model, provider, timeoutMs]);
      const outcome = outcomes[provider];
      if (outcome instanceof Error || !outcome) throw outcome ?? new Error('cannot be loaded');
      return outcome;
    },
    release: async () => {},
    close: () => {},
  };
  return { card, runs };
}

const input = { data: new Float32Array(3), dims: [1, 3, 1, 1] };
const verdictOf = async (outcomes: Parameters<typeof cardWith>[0], processorMs = 100) => {
  const { card, runs } = cardWith(outcomes);
  const verdict = await testNetwork('modnet', input, 1, async () => run(processorMs, 0.5), card, ['coreml', 'webgpu']);
  return { verdict, runs };
};

test('the first provider that is correct and faster runs the network', async () => {
  const { verdict, runs } = await verdictOf({ coreml: run(1, 0.7), webgpu: run(20, 0.5) });
  expect(verdict).toEqual({ network: 'modnet', outcome: 'faster', provider: 'webgpu', processor_ms: 100, card_ms: 20 });
  expect(runs.map(([, provider]) => provider)).toEqual(['coreml', 'coreml', 'webgpu', 'webgpu']);
});

test('the first run may take a minute longer, for loading; the second is timed', async () => {
  const { runs } = await verdictOf({ coreml: run(1, 0.5) }, 3000);
  expect(runs.map(([, , timeoutMs]) => timeoutMs)).toEqual([90_000, 30_000]);
});

test('without a provider that can load it, a network is unsupported', async () => {
  const { verdict } = await verdictOf({});
  expect(verdict).toMatchObject({ outcome: 'unsupported', provider: null, card_ms: null });
});

test('a provider that is slower counts more than one that cannot load the network', async () => {
  expect((await verdictOf({ coreml: run(200, 0.5) })).verdict).toMatchObject({ outcome: 'slower', provider: 'coreml' });
});

test('after a timeout the next provider is tried, after a crash none', async () => {
  const slow = await verdictOf({ coreml: new GraphicsProcessError('slow'), webgpu: run(20, 0.5) });
  expect(slow.verdict.outcome).toBe('faster');
  const { verdict, runs } = await verdictOf({ coreml: new GraphicsProcessError('crashed'), webgpu: run(20, 0.5) });
  expect(verdict).toMatchObject({ outcome: 'crashed', provider: 'coreml' });
  expect(runs).toHaveLength(1);
});
