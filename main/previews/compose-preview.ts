/** Draws what the file of an output would look like, from the cutout of a trial, and measures it ahead. */

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
import type { Trial } from './preview-cache.ts';

export interface ComposeRequestOptions {
  readonly trial: string;
  readonly output: Output;
  readonly marketplace: Marketplace | null;
}

/** Longest side of what is drawn, px: more than a screen shows of it, and measured well enough. */
export const composedSide = 1400;

interface ComposedTrial extends Size {
  /** The picture, encoded as the output has it, smaller than the file will be. */
  readonly path: string;
  readonly notes: readonly MessageDescriptor[];
  readonly findings: readonly PreflightFinding[] | null;
}

/**
 * @param work folder for what is drawn
 * @returns sizes of the file that would be written, px
 * @throws ImagingError where the cutout is empty or the background picture is not to be had
 */
export async function composePreview(
  trial: Trial,
  { output, marketplace }: ComposeRequestOptions,
  work: string,
  signal: AbortSignal,
): Promise<ComposedTrial> {
  const { composition, format, size } = output;
  const composed =
    composition === null
      ? await asItIs(trial)
      : await compose({
          cutout: trial.path,
          composition,
          previewSide: composedSide,
          enlargedBy: trial.enlargedBy,
          to: work,
          signal,
        });
  signal.throwIfAborted();
  const { planned, notes } = composed;
  if (format === 'psd') return { path: composed.path, ...planned, notes, findings: null };
  const drawn = composed.width / planned.width;
  const ready = await prepareResult({
    result: composed.path,
    sourceFormat: await formatOf(trial.source),
    output: { ...output, format, size: smaller(size, drawn), sharpen: 'off' },
    to: work,
  });
  try {
    const path = await ready.write(output.quality);
    signal.throwIfAborted();
    const { width, height } = planSize(planned, size).canvas;
    if (marketplace === null) return { path, width, height, notes, findings: null };
    const measured = { ...(await measureFile(path, signal)), width, height };
    const findings = marketplace.rules.map((rule) => judgedAhead(rule, measured, output));
    return { path, width, height, notes, findings };
  } finally {
    await ready.dispose();
  }
}

/** What is not laid out keeps its size. */
async function asItIs({ path, enlargedBy }: Trial) {
  const facts = await inspectImage(path);
  const { width, height } = facts.kind === 'image' ? facts : { width: 1, height: 1 };
  const planned = { width: Math.round(width * enlargedBy), height: Math.round(height * enlargedBy) };
  return { path, width, height, planned, notes: [] };
}

async function formatOf(path: string): Promise<ReadableFormat> {
  const facts = await inspectImage(path);
  return facts.kind === 'image' ? facts.format : 'jpeg';
}

/** The same size for a picture that is drawn smaller. */
function smaller(size: OutputSize, factor: number): OutputSize {
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

/** What depends on the whole file is left open: how many bytes it has, what it is called, and a quality that these bytes decide. */
function judgedAhead(
  rule: Marketplace['rules'][number],
  measured: Measured,
  { mostKilobytes }: Pick<Output, 'mostKilobytes'>,
): PreflightFinding {
  const { kind } = rule.asks;
  const isOpen = kind === 'bytes' || kind === 'product-name' || (kind === 'jpeg-quality' && mostKilobytes !== null);
  const finding = judgeRule(rule, measured);
  return isOpen ? { ...finding, passes: null, says: msg('imaging.check.later') } : finding;
}
