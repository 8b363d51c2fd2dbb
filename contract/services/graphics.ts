import { z } from 'zod';
import { networkOf } from './networks.ts';

export const graphicsProviders = ['cuda', 'dml', 'coreml', 'webgpu'] as const;
export type GraphicsProvider = (typeof graphicsProviders)[number];

/** Not translated. */
export const providerTitles: Readonly<Record<GraphicsProvider, string>> = {
  cuda: 'CUDA',
  dml: 'DirectML',
  coreml: 'CoreML',
  webgpu: 'WebGPU',
};

/** Only `faster` runs on the card. */
export const graphicsOutcomes = ['faster', 'slower', 'wrong', 'unsupported', 'crashed'] as const;
export type GraphicsOutcome = (typeof graphicsOutcomes)[number];

export const graphicsVerdictSchema = z.object({
  network: z.string(),
  outcome: z.enum(graphicsOutcomes),
  provider: z.enum(graphicsProviders).nullable(),
  processor_ms: z.number(),
  card_ms: z.number().nullable(),
});
export type GraphicsVerdict = z.infer<typeof graphicsVerdictSchema>;

export const graphicsStatusSchema = z.object({
  verdicts: z.array(graphicsVerdictSchema),
  /** Null = the card is used; else not until the engine restarts. */
  stopped: z.object({ network: z.string(), reason: z.enum(['crashed', 'failed', 'wrong', 'slow']) }).nullable(),
});
export type GraphicsStatus = z.infer<typeof graphicsStatusSchema>;
export type GraphicsStop = NonNullable<GraphicsStatus['stopped']>;

const bundledTitles: Readonly<Record<string, string>> = { modnet: 'MODNet', u2net: 'U²-Net' };

export const titleOfNetwork = (network: string): string =>
  bundledTitles[network] ?? networkOf(network)?.title ?? network;
