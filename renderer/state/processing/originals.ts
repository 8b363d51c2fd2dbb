/** Moves originals whose jobs are all done to a "Done" folder next to them, and back. */
import i18next from 'i18next';
import type { OriginalsReport } from '../../../contract/app/action-reports.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { JobChoice, PhotographChoice } from '../../../contract/review/list-queries.ts';
import { request } from '../../bridge.ts';
import { formatCount as number } from '../../locales/format.ts';
import { notify } from '../../notifications.tsx';
import { currentKey } from '../settings/keymap.ts';

export async function moveOriginalsOfJobs(on: JobChoice): Promise<void> {
  const reply = await request('jobs.moveOriginals', { on });
  if (reply.ok) notifyMoved(reply.value, 'done');
}

export async function moveOriginals(on: PhotographChoice, to: 'done' | 'back'): Promise<void> {
  const reply = await request('photographs.moveOriginals', { on, to });
  if (reply.ok) notifyMoved(reply.value, to);
}

const maxListedFailures = 3;

function notifyMoved({ moved, there, notDone, failed, failedCount }: OriginalsReport, to: 'done' | 'back'): void {
  const { t } = i18next;
  const counted = (count: number) => ({ count, number: number(count), keys: currentKey('app.undo') });
  const listedFailures = failed.slice(0, maxListedFailures);
  const text = () =>
    [
      moved > 0 ? t(to === 'done' ? 'originals.moved' : 'originals.back', counted(moved)) : t('originals.none'),
      ...(there > 0 ? [t('originals.there', counted(there))] : []),
      ...(notDone > 0 ? [t('originals.notDone', counted(notDone))] : []),
      ...listedFailures.map((each) => formatMessage(each)),
      ...(failedCount > listedFailures.length
        ? [t('originals.more', counted(failedCount - listedFailures.length))]
        : []),
    ].join('\n');
  notify({ tone: failedCount > 0 ? 'warning' : moved > 0 ? 'success' : 'info', text }, { about: 'originals' });
}
