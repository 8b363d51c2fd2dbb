/** Sheets and views of comparisons, above the screens. */

import { CompareSheet } from './CompareSheet.tsx';
import { useComparing } from './comparisons.ts';
import { JudgeView } from './JudgeView.tsx';
import { OutcomeSheet } from './OutcomeSheet.tsx';

export function Comparisons() {
  const target = useComparing((state) => state.target);
  const isJudging = useComparing((state) => state.judging !== null);
  const shown = useComparing((state) => state.shown);
  return (
    <>
      {target && <CompareSheet target={target} />}
      {isJudging && <JudgeView />}
      {shown && <OutcomeSheet key={shown.head.id} {...shown} />}
    </>
  );
}
