/** Checks whether a folder is the one that other stations use under the share's name. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import type { Message } from '../../../../contract/messages/message.ts';
import type { ShareCheck } from '../../../../contract/studio/studio-status.ts';
import { requestQuietly } from '../../../bridge.ts';
import { toWirePath } from '../../../state/data/grants.ts';

type CheckOutcome = 'asking' | ShareCheck | { readonly refusal: Message };

interface ShareCheckState {
  /** The result as a sentence; null before the first check. */
  readonly words: string | null;
  readonly isWrong: boolean;
  readonly check: () => Promise<void>;
}

export const shareCheckColor = (isWrong: boolean) => (isWrong ? 'var(--b-uncertain)' : 'dimmed');

export function useShareCheck(name: string, folder: string): ShareCheckState {
  const { t } = useTranslation();
  const share = `${name}\n${folder}`;
  const [last, setLast] = useState<{ readonly share: string; readonly outcome: CheckOutcome } | null>(null);
  const outcome = last?.share === share ? last.outcome : null;
  const check = async () => {
    setLast({ share, outcome: 'asking' });
    const reply = await requestQuietly('studio.checkShare', { name, folder: toWirePath(folder) });
    setLast({ share, outcome: reply.ok ? reply.value : { refusal: reply.message } });
  };
  if (outcome === null || outcome === 'asking') {
    return { words: outcome && t('joining.states.asking'), isWrong: false, check };
  }
  if ('refusal' in outcome) return { words: formatMessage(outcome.refusal), isWrong: true, check };
  const { kind, station } = outcome;
  const words =
    kind !== 'same'
      ? t(`joining.states.${kind}`)
      : station === null
        ? t('joining.states.sameAsOthers')
        : t('joining.states.same', { station });
  return { words, isWrong: kind !== 'same' && kind !== 'first', check };
}
