/** Whether a folder is what the other stations call by the share's name: asked for, and said in a sentence. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import type { Message } from '../../../../contract/messages/message.ts';
import type { ShareCheck } from '../../../../contract/studio/studio-status.ts';
import { requestQuietly } from '../../../bridge.ts';
import { toWirePath } from '../../../state/data/grants.ts';

type Found = 'asking' | ShareCheck | { readonly refusal: Message };

interface CheckedShare {
  /** Null where it was not asked for. */
  readonly words: string | null;
  readonly isWrong: boolean;
  readonly check: () => Promise<void>;
}

export function useShareCheck(name: string, folder: string): CheckedShare {
  const { t } = useTranslation();
  const share = `${name}\n${folder}`;
  const [answer, setAnswer] = useState<{ readonly share: string; readonly found: Found } | null>(null);
  const found = answer?.share === share ? answer.found : null;
  const check = async () => {
    setAnswer({ share, found: 'asking' });
    const reply = await requestQuietly('studio.checkShare', { name, folder: toWirePath(folder) });
    setAnswer({ share, found: reply.ok ? reply.value : { refusal: reply.message } });
  };
  if (found === null || found === 'asking') {
    return { words: found && t('joining.states.asking'), isWrong: false, check };
  }
  if ('refusal' in found) return { words: formatMessage(found.refusal), isWrong: true, check };
  const { kind, station } = found;
  const words =
    kind !== 'same'
      ? t(`joining.states.${kind}`)
      : station === null
        ? t('joining.states.sameAsOthers')
        : t('joining.states.same', { station });
  return { words, isWrong: kind !== 'same' && kind !== 'first', check };
}
