import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PreviewReport } from '../../../../contract/jobs/preview.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import type { OperationId } from '../../../../contract/operations/operation-spec.ts';
import type { Step } from '../../../../contract/recipes/recipe.ts';
import { requestQuietly } from '../../../bridge.ts';
import { toWirePath } from '../../../state/data/grants.ts';

interface PreviewInput {
  /** At least one; the result of the last is shown. */
  readonly steps: readonly Step[];
  readonly profileId: string | null;
  /** Grant of a photograph; null = the sample. */
  readonly source: string | null;
}

export interface Preview {
  /** Latest report on the chosen photograph, possibly for other settings. */
  readonly report: PreviewReport | null;
  readonly failure: string | null;
  readonly running: boolean;
  /** Whether the report belongs to other settings. */
  readonly stale: boolean;
  /** Steps with a cached result, which cost nothing. */
  readonly made: number;
  readonly run: () => void;
}

/** Returns the id of the photograph: its grant, or the operation whose sample it is. */
const photographOf = ({ source, steps }: PreviewInput) => source ?? steps[0]?.operation;
/** Returns the key of the result of the first `count` steps. */
const keyOfSteps = (input: PreviewInput, count: number) =>
  JSON.stringify({ ...input, steps: input.steps.slice(0, count) });

interface Shown {
  /** Input of the preview, as JSON. */
  readonly key: string;
  readonly photograph: string | undefined;
  readonly report: PreviewReport | null;
  readonly failure: string | null;
}

/** Delay after the last change of settings. */
const startDelayMs = 500;

/** Previews steps, one run at a time, with the latest settings. */
export function usePreview(input: PreviewInput | null, isAutomatic: boolean): Preview {
  const [shown, setShown] = useState<Shown | null>(null);
  const [running, setRunning] = useState(false);
  const key = input === null ? null : JSON.stringify(input);
  const latest = useRef(key);
  const isBusy = useRef(false);
  const isMounted = useRef(false);
  const cachedKeys = useRef(new Set<string>());
  latest.current = key;
  const isRepeating = useRef(isAutomatic);
  isRepeating.current = isAutomatic;
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const run = async (canSend: boolean) => {
    if (isBusy.current || latest.current === null) return;
    isBusy.current = true;
    setRunning(true);
    // Changes during a run are applied right after it.
    for (let current: string | null = latest.current; current !== null; ) {
      const sent = JSON.parse(current) as PreviewInput;
      const steps = sent.steps.map((step) => ({ ...step, reference: toWirePath(step.reference) }));
      const reply = await requestQuietly('recipes.preview', { ...sent, steps, maySend: canSend });
      const error = reply.ok ? reply.value.error : reply.message;
      const failure = error === null ? null : formatMessage(error);
      for (let count = reply.ok ? reply.value.made : 0; count > 0; count -= 1)
        cachedKeys.current.add(keyOfSteps(sent, count));
      setShown({ key: current, photograph: photographOf(sent), report: reply.ok ? reply.value : null, failure });
      // Stop if the recipe was closed, or if a paid service was chosen during the run.
      current = isRepeating.current && isMounted.current && latest.current !== current ? latest.current : null;
    }
    isBusy.current = false;
    setRunning(false);
  };

  const start = useEffectEvent((wanted: string | null, canSend: boolean) => {
    const shownKey = shown?.failure === null ? shown.key : null;
    if (wanted === null || wanted === shownKey) return;
    // Cached results cost nothing.
    if (!canSend && !cachedKeys.current.has(wanted)) return;
    const timer = setTimeout(() => void run(canSend), canSend ? startDelayMs : 0);
    return () => clearTimeout(timer);
  });
  useEffect(() => start(key, isAutomatic), [isAutomatic, key]);

  const isOfAnother = input !== null && shown?.photograph !== photographOf(input);
  return {
    report: isOfAnother ? null : (shown?.report ?? null),
    failure: shown?.failure ?? null,
    running,
    stale: shown !== null && key !== null && shown.key !== key,
    made:
      input === null
        ? 0
        : input.steps.filter((_, index) => cachedKeys.current.has(keyOfSteps(input, index + 1))).length,
    run: () => void run(true),
  };
}

/** Returns the URL of the previewed photograph, which is shown until the result arrives, or null. */
export function usePreviewSource(source: string | null, operation: OperationId | undefined): string | null {
  const [loaded, setLoaded] = useState<{ photograph: string; url: string } | null>(null);
  const photograph = source ?? operation;
  useEffect(() => {
    let isCurrent = true;
    if (operation === undefined || photograph === undefined) return;
    void requestQuietly('recipes.previewSource', { source, operation }).then((reply) => {
      if (isCurrent && reply.ok) setLoaded({ photograph, url: reply.value });
    });
    return () => {
      isCurrent = false;
    };
  }, [source, operation, photograph]);
  return loaded !== null && loaded.photograph === photograph ? loaded.url : null;
}
