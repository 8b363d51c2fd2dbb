/** Keeps one result of each photograph that is meant, and moves the others to the trash once that is confirmed. */
import i18next from 'i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { PhotographChoice } from '../../../contract/review/list-queries.ts';
import { request } from '../../bridge.ts';
import { formatCount as number } from '../../locales/format.ts';
import { notify } from '../../notifications.tsx';
import { refreshAfterRemoval } from '../../state/review/photographList.ts';
import { confirm } from '../../state/window/confirmDialog.ts';

/** @param kept a result in the place of the one that stands for its photograph; null = that of each */
export async function keepOneResult(on: PhotographChoice, kept: number | null): Promise<void> {
  const { t } = i18next;
  const reply = await request('results.others', { on, kept });
  if (!reply.ok) return;
  const words = { count: reply.value, number: number(reply.value) };
  if (reply.value === 0) return notify({ tone: 'info', text: () => t('review.keepOnly.none') });
  confirm({
    title: t('review.keepOnly.title', words),
    text: t('review.keepOnly.text'),
    yes: t('review.keepOnly.yes'),
    no: t('actions.cancel'),
    onYes: () => void moveOthers(on, kept),
  });
}

async function moveOthers(on: PhotographChoice, kept: number | null): Promise<void> {
  const reply = await request('results.keepOnly', { on, kept });
  if (!reply.ok) return;
  const { removed, left, why } = reply.value;
  const { t } = i18next;
  const text = () =>
    [
      t('review.keepOnly.done', { count: removed, number: number(removed) }),
      ...(left > 0 ? [t('review.keepOnly.left', { count: left, number: number(left) })] : []),
      ...(why === null ? [] : [formatMessage(why)]),
    ].join('\n');
  notify({ tone: why === null ? 'info' : 'warning', text });
  await refreshAfterRemoval();
}
