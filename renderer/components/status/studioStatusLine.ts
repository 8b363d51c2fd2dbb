/** The one line on how this computer stands in its studio. Pure: which sentence, and how loud. */
import type { TFunction } from 'i18next';
import { formatMessage, joinSentences } from '../../../contract/messages/format-message.ts';
import type { StationStatus } from '../../../contract/studio/studio-status.ts';
import { formatCount } from '../../locales/format.ts';
import type { Tone } from './StateDot.tsx';

export interface StudioStatusLine {
  readonly tone: Tone;
  readonly text: string;
}

/** The name of the station where all is well; else what is not, what goes on nevertheless, and what waits. */
export function studioStatusLine(status: StationStatus, t: TFunction): StudioStatusLine {
  const { station: name, condition, message, sync, holds } = status;
  switch (condition) {
    case 'away':
    case 'refused': {
      const why = message === null ? t(`studio.bar.${condition}`) : formatMessage(message);
      return { tone: condition === 'away' ? 'warn' : 'bad', text: joinSentences([why, ...unsentWords(status, t)]) };
    }
    case 'connecting':
      return { tone: 'busy', text: t('studio.bar.connecting', { name }) };
    case 'there':
      if (sync !== null) {
        return {
          tone: 'busy',
          text: t('studio.bar.sync', { done: formatCount(sync.done), total: formatCount(sync.total) }),
        };
      }
      if (status.isLeaving) return { tone: 'quiet', text: t('studio.bar.leaving', { count: holds }) };
      if (status.isDraining) {
        const text = holds > 0 ? t('studio.bar.draining', { name, count: holds }) : t('studio.bar.drained', { name });
        return { tone: 'quiet', text };
      }
      if (status.isPaused) return { tone: 'quiet', text: t('studio.bar.paused', { name }) };
      return { tone: 'good', text: name };
    default:
      return condition satisfies never;
  }
}

function unsentWords({ unsent: { photographs, decisions } }: StationStatus, t: TFunction): string[] {
  return [
    ...(photographs > 0 ? [t('studio.bar.photographs', { count: photographs })] : []),
    ...(decisions > 0 ? [t('studio.bar.decisions', { count: decisions })] : []),
  ];
}
