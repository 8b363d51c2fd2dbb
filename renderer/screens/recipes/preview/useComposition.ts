/** Has the cutout of a trial laid out anew whenever its output changes: the newest wish wins, and nothing is sent to a service. */
import { useEffect, useRef, useState } from 'react';
import type { ComposedReport } from '../../../../contract/jobs/preview.ts';
import type { Output } from '../../../../contract/recipes/output.ts';
import { requestQuietly } from '../../../bridge.ts';
import { withGrantedPaths } from '../output/grantedPaths.ts';

/** Fields rest this long (ms) before the picture is drawn. */
const settle = 200;

export interface Composition {
  /** Of this trial; while the next is drawn, the one before. */
  readonly report: ComposedReport | null;
  readonly isDrawing: boolean;
}

/** @param trial names the cutout; null = there is none. @param output null = as it is */
export function useComposition(trial: string | null, output: Output | null): Composition {
  const [shown, setShown] = useState<{ key: string; trial: string; report: ComposedReport } | null>(null);
  const composeInput = trial === null || output === null ? null : { trial, output };
  const key = composeInput === null ? null : keyOf(composeInput);
  const latest = useRef(key);
  latest.current = key;

  useEffect(() => {
    if (key === null) return;
    const timer = setTimeout(async () => {
      const wanted = JSON.parse(key) as { trial: string; output: Output };
      const request = { ...wanted, output: withGrantedPaths(wanted.output), marketplace: wanted.output.marketplace };
      const reply = await requestQuietly('recipes.compose', request);
      if (latest.current !== key) return;
      const report = reply.ok ? reply.value : { ...undrawn, error: reply.message };
      setShown({ key, trial: wanted.trial, report });
    }, settle);
    return () => clearTimeout(timer);
  }, [key]);

  const current = shown !== null && shown.trial === trial ? shown : null;
  return { report: current?.report ?? null, isDrawing: key !== null && current?.key !== key };
}

const undrawn: ComposedReport = { url: null, width: 0, height: 0, notes: [], findings: null, error: null };

/** What it depends on: names and folders do not change the picture. */
function keyOf({ trial, output }: { readonly trial: string; readonly output: Output }): string {
  return JSON.stringify({ trial, output: { ...output, folder: null, template: '{name}', metadata: plainData } });
}

const plainData: Output['metadata'] = { keep: 'all', without: [], creator: null, copyright: null };
