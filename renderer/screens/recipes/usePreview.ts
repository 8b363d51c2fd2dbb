/** Runs the preview of a recipe's steps: one at a time, and the newest settings win. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PreviewReport } from '../../../contract/jobs/preview.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { Step } from '../../../contract/recipes/recipe.ts';
import { requestQuietly } from '../../bridge.ts';
import { toWirePath } from '../../state/data/grants.ts';

export interface PreviewWish {
  /** What the last of them comes to is shown; one at least. */
  readonly steps: readonly Step[];
  readonly profileId: string | null;
  /** Grant of a photograph; null = the sample. */
  readonly source: string | null;
}

export interface Preview {
  /** Of the photograph that is chosen; it may belong to other settings. */
  readonly report: PreviewReport | null;
  readonly failure: string | null;
  readonly running: boolean;
  /** What is shown belongs to other settings. */
  readonly stale: boolean;
  /** Steps that came to something before, and are not asked of the service again. */
  readonly made: number;
  readonly run: () => void;
}

/** What the photograph of a preview is known by: its grant, or the operation that a sample is chosen for. */
const photographOf = ({ source, steps }: PreviewWish) => source ?? steps[0]?.operation;
/** What its first `count` steps are known by. */
const firstOf = (previewRequest: PreviewWish, count: number) =>
  JSON.stringify({ ...previewRequest, steps: previewRequest.steps.slice(0, count) });

interface Shown {
  /** The wish it came of, as JSON. */
  readonly key: string;
  readonly photograph: string | undefined;
  readonly report: PreviewReport | null;
  readonly failure: string | null;
}

/** Settings rest this long (ms) before a preview begins by itself. */
const settle = 500;

export function usePreview(previewRequest: PreviewWish | null, isAutomatic: boolean): Preview {
  const [shown, setShown] = useState<Shown | null>(null);
  const [running, setRunning] = useState(false);
  const key = previewRequest === null ? null : JSON.stringify(previewRequest);
  const latest = useRef(key);
  const busy = useRef(false);
  const isSeen = useRef(false);
  const atHand = useRef(new Set<string>());
  latest.current = key;
  const canContinue = useRef(isAutomatic);
  canContinue.current = isAutomatic;
  useEffect(() => {
    isSeen.current = true;
    return () => {
      isSeen.current = false;
    };
  }, []);

  const run = useCallback(async (canSend: boolean) => {
    if (busy.current || latest.current === null) return;
    busy.current = true;
    setRunning(true);
    // Changes during a run are applied right after it.
    for (let wanted: string | null = latest.current; wanted !== null; ) {
      const wished = JSON.parse(wanted) as PreviewWish;
      const steps = wished.steps.map((step) => ({ ...step, reference: toWirePath(step.reference) }));
      const reply = await requestQuietly('recipes.preview', { ...wished, steps, maySend: canSend });
      const why = reply.ok ? reply.value.error : reply.message;
      const failure = why === null ? null : formatMessage(why);
      for (let count = reply.ok ? reply.value.made : 0; count > 0; count -= 1)
        atHand.current.add(firstOf(wished, count));
      setShown({ key: wanted, photograph: photographOf(wished), report: reply.ok ? reply.value : null, failure });
      // Never of a recipe that was left, and never automatically at a service that charges, which may have been chosen since.
      wanted = canContinue.current && isSeen.current && latest.current !== wanted ? latest.current : null;
    }
    busy.current = false;
    setRunning(false);
  }, []);

  const known = shown?.failure === null ? shown.key : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known is only looked at: a screen that is shown again has it
  useEffect(() => {
    if (key === null || key === known) return;
    // What is at hand costs nothing.
    if (!isAutomatic && !atHand.current.has(key)) return;
    const timer = setTimeout(() => void run(isAutomatic), isAutomatic ? settle : 0);
    return () => clearTimeout(timer);
  }, [isAutomatic, key, run]);

  const isOfAnother = previewRequest !== null && shown?.photograph !== photographOf(previewRequest);
  return {
    report: isOfAnother ? null : (shown?.report ?? null),
    failure: shown?.failure ?? null,
    running,
    stale: shown !== null && key !== null && shown.key !== key,
    made:
      previewRequest === null
        ? 0
        : previewRequest.steps.filter((_, index) => atHand.current.has(firstOf(previewRequest, index + 1))).length,
    run: () => void run(true),
  };
}

/** Address of the photograph a preview is made of, to be seen while it is made; null until it is known. */
export function usePreviewSource(source: string | null, operation: OperationId | undefined): string | null {
  const [known, setKnown] = useState<{ photograph: string; url: string } | null>(null);
  const photograph = source ?? operation;
  useEffect(() => {
    let isCurrent = true;
    if (operation === undefined || photograph === undefined) return;
    void requestQuietly('recipes.previewSource', { source, operation }).then((reply) => {
      if (isCurrent && reply.ok) setKnown({ photograph, url: reply.value });
    });
    return () => {
      isCurrent = false;
    };
  }, [source, operation, photograph]);
  return known !== null && known.photograph === photograph ? known.url : null;
}
