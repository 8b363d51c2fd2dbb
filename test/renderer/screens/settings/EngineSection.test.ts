import i18next from 'i18next';
import { expect, it } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import type { GraphicsOutcome, GraphicsProvider, GraphicsVerdict } from '../../../../contract/services/graphics.ts';
import { graphicsLines } from '../../../../renderer/screens/settings/EngineSection.tsx';

const verdict = (
  network: string,
  outcome: GraphicsOutcome,
  provider: GraphicsProvider | null = 'webgpu',
): GraphicsVerdict => ({ network, outcome, provider, processor_ms: 600, card_ms: 20 });

const lines = (verdicts: GraphicsVerdict[], stopped: string | null = null) =>
  graphicsLines({ verdicts, stopped: stopped === null ? null : { network: stopped, reason: 'crashed' } }, i18next.t);

it('shows that no test has run yet', () => {
  expect(lines([])).toEqual(['Not tested yet. The test follows the next cutout.']);
});

it('groups the networks by device, with the reason', () => {
  const tested = [
    verdict('u2net', 'slower'),
    verdict('modnet', 'faster'),
    verdict('isnet-general-use', 'faster'),
    verdict('birefnet-512', 'unsupported', null),
  ];
  expect(lines(tested)).toEqual([
    'On the graphics card (WebGPU): MODNet, ISNet',
    'On the processor, because the card is slower: U²-Net',
    'On the processor, not supported by the card: BiRefNet 512',
  ]);
});

it('names each provider', () => {
  expect(lines([verdict('modnet', 'faster', 'coreml'), verdict('u2net', 'faster')])).toEqual([
    'On the graphics card (CoreML): MODNet',
    'On the graphics card (WebGPU): U²-Net',
  ]);
});

it('shows only that the card is no longer used', () => {
  expect(lines([verdict('u2net', 'faster')], 'modnet')).toEqual([expect.stringContaining('MODNet')]);
});
