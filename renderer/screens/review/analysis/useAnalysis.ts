/** Reads the stored response of an analysis while its result is shown. */
import { useEffect, useMemo, useState } from 'react';
import type { AnalysisView, ResultView } from '../../../../contract/jobs/result.ts';
import { requestQuietly } from '../../../bridge.ts';
import type { AnalysisModel } from './analysisModel.ts';
import { clipAnalysis } from './clipToPhoto.ts';
import { readAnalysis } from './readAnalysis.ts';

export interface LoadedAnalysis {
  readonly phase: 'none' | 'loading' | 'failed' | 'ready';
  readonly view: AnalysisView | null;
  readonly reading: AnalysisModel | null;
}

export function useAnalysis(result: ResultView | null): LoadedAnalysis {
  const [state, setState] = useState<{ id: number; view: AnalysisView | null } | null>(null);
  const isAnalysis = result?.kind === 'analysis';
  const id = result?.id ?? 0;
  useEffect(() => {
    if (!isAnalysis) return;
    let isCurrent = true;
    void requestQuietly('results.analysis', { id }).then((reply) => {
      if (isCurrent) setState({ id, view: reply.ok ? reply.value : null });
    });
    return () => {
      isCurrent = false;
    };
  }, [id, isAnalysis]);
  const view = isAnalysis && state?.id === id ? state.view : null;
  const reading = useMemo(() => (view ? clipAnalysis(readAnalysis(view), view) : null), [view]);
  if (!isAnalysis) return { phase: 'none', view: null, reading: null };
  if (state?.id !== id) return { phase: 'loading', view: null, reading: null };
  return { phase: view ? 'ready' : 'failed', view, reading };
}
