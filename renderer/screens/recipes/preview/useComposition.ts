import { useEffect, useRef, useState } from 'react';
import type { ComposedReport } from '../../../../contract/jobs/preview.ts';
import type { Output } from '../../../../contract/recipes/output.ts';
import { requestQuietly } from '../../../bridge.ts';
import { withGrantedPaths } from '../output/grantedPaths.ts';

/** Delay after the last change. */
const drawDelayMs = 200;

interface Composition {
  /** Latest composition of the trial, which may be outdated while `isDrawing`. */
  readonly report: ComposedReport | null;
  readonly isDrawing: boolean;
}

/**
 * Composes a cutout again whenever its output changes, without a request to a service.
 * @param trial id of the cutout, or null; `output` is null if it is not composed
 */
export function useComposition(trial: string | null, output: Output | null): Composition {
  const [shown, setShown] = useState<{ key: string; trial: string; report: ComposedReport } | null>(null);
  const composeInput = trial === null || output === null ? null : { trial, output };
  const key = composeInput === null ? null : keyOf(composeInput);
  const latest = useRef(key);
  latest.current = key;

  useEffect(() => {
    if (key === null) return;
    const timer = setTimeout(async () => {
      const input = JSON.parse(key) as { trial: string; output: Output };
      const request = { ...input, output: withGrantedPaths(input.output), marketplace: input.output.marketplace };
      const reply = await requestQuietly('recipes.compose', request);
      if (latest.current !== key) return;
      const report = reply.ok ? reply.value : { ...emptyReport, error: reply.message };
      setShown({ key, trial: input.trial, report });
    }, drawDelayMs);
    return () => clearTimeout(timer);
  }, [key]);

  const current = shown !== null && shown.trial === trial ? shown : null;
  return { report: current?.report ?? null, isDrawing: key !== null && current?.key !== key };
}

const emptyReport: ComposedReport = { url: null, width: 0, height: 0, notes: [], findings: null, error: null };

/** Returns the input without fields that leave the picture unchanged: names, folders and metadata. */
function keyOf({ trial, output }: { readonly trial: string; readonly output: Output }): string {
  return JSON.stringify({ trial, output: { ...output, folder: null, template: '{name}', metadata: defaultMetadata } });
}

const defaultMetadata: Output['metadata'] = { keep: 'all', without: [], creator: null, copyright: null };
