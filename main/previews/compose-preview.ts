/** Draws the file of an output in advance, from a cached cutout, and checks it for a marketplace. */
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import type { PreflightFinding } from '../../contract/recipes/marketplace-check.ts';
import type { Marketplace } from '../../contract/recipes/marketplaces.ts';
import type { Output, OutputSize } from '../../contract/recipes/output.ts';
import { judgeRule } from '../imaging/check/judge-rule.ts';
import { type Measured, measureFile } from '../imaging/check/measure-file.ts';
import { compose } from '../imaging/compose/compose.ts';
import type { ReadableFormat } from '../imaging/decode/sniff-format.ts';
import { prepareResult } from '../imaging/encode/prepare-result.ts';
import { planSize } from '../imaging/encode/size-plan.ts';
import { inspectImage } from '../imaging/read/inspect-image.ts';
import type { Size } from '../imaging/size.ts';
import type { CachedResult } from './preview-cache.ts';

export interface ComposeOptions {
  /** Token of a cached cutout. */
  readonly trial: string;
  readonly output: Output;
  readonly marketplace: Marketplace | null;
}

/** Longest side of the picture, in px: enough for the screen and for checks. */
export const composedSide = 1400;

/** A drawn output. Its size is that of the final file, in px. */
interface ComposedPreview extends Size {
  /** The picture in the output's format, smaller than the final file. */
  readonly path: string;
  readonly notes: readonly MessageDescriptor[];
  readonly findings: readonly PreflightFinding[] | null;
}

/**
 * @param work folder for the picture
 * @throws ImagingError if the cutout is empty or the background picture is unavailable
 */
export async function composePreview(
  cutout: CachedResult,
  { output, marketplace }: ComposeOptions,
  work: string,
  signal: AbortSignal,
): Promise<ComposedPreview> {
  const { composition, format, size } = output;
  const composed =
    composition === null
      ? await planWithoutLayout(cutout)
      : await compose({
          cutout: cutout.path,
          composition,
          previewSide: composedSide,
          enlargedBy: cutout.enlargedBy,
          to: work,
          signal,
        });
  signal.throwIfAborted();
  const { planned, notes } = composed;
  if (format === 'psd') return { path: composed.path, ...planned, notes, findings: null };
  const scale = composed.width / planned.width;
  const ready = await prepareResult({
    result: composed.path,
    sourceFormat: await formatOf(cutout.source),
    output: { ...output, format, size: scaleSize(size, scale), sharpen: 'off' },
    to: work,
  });
  try {
    const path = await ready.write(output.quality);
    signal.throwIfAborted();
    const { width, height } = planSize(planned, size).canvas;
    if (marketplace === null) return { path, width, height, notes, findings: null };
    const measured = { ...(await measureFile(path, signal)), width, height };
    const findings = marketplace.rules.map((rule) => judgeInAdvance(rule, measured, output));
    return { path, width, height, notes, findings };
  } finally {
    await ready.dispose();
  }
}

async function planWithoutLayout({ path, enlargedBy }: CachedResult) {
  const facts = await inspectImage(path);
  const { width, height } = facts.kind === 'image' ? facts : { width: 1, height: 1 };
  const planned = { width: Math.round(width * enlargedBy), height: Math.round(height * enlargedBy) };
  return { path, width, height, planned, notes: [] };
}

async function formatOf(path: string): Promise<ReadableFormat> {
  const facts = await inspectImage(path);
  return facts.kind === 'image' ? facts.format : 'jpeg';
}

function scaleSize(size: OutputSize, factor: number): OutputSize {
  const scaled = (px: number) => Math.max(1, Math.round(px * factor));
  switch (size.kind) {
    case 'photograph':
      return size;
    case 'longest':
      return { ...size, px: scaled(size.px) };
    case 'exact':
      return { ...size, width: scaled(size.width), height: scaled(size.height) };
  }
}

/** Leaves rules open that depend on the final file: bytes, name, and a quality found by a limit of bytes. */
function judgeInAdvance(
  rule: Marketplace['rules'][number],
  measured: Measured,
  { mostKilobytes }: Pick<Output, 'mostKilobytes'>,
): PreflightFinding {
  const { kind } = rule.asks;
  const isOpen = kind === 'bytes' || kind === 'product-name' || (kind === 'jpeg-quality' && mostKilobytes !== null);
  const finding = judgeRule(rule, measured);
  return isOpen ? { ...finding, passes: null, says: msg('imaging.check.later') } : finding;
}
