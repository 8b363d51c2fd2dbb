import i18next from 'i18next';
import type { Batch } from '../../../contract/jobs/job.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { request } from '../../bridge.ts';
import { notify } from '../../notifications.tsx';
import { confirm } from '../window/confirmDialog.ts';

/** Deletes the analyses of a batch, after a confirmation that states their number. */
export async function forgetFaces({ id, title }: Pick<Batch, 'id' | 'title'>): Promise<void> {
  const { t } = i18next;
  const found = await request('batches.forgettable', { id });
  if (!found.ok) return;
  const { analyses, left } = found.value;
  const leftOver = () => (left > 0 ? ` ${t('privacy.forget.left', { count: left })}` : '');
  if (analyses === 0) {
    notify({ tone: 'info', text: () => `${t('privacy.forget.nothing')}${leftOver()}` });
    return;
  }
  confirm({
    title: t('privacy.forget.title', { name: formatMessage(title) }),
    text: `${t('privacy.forget.text', { count: analyses })}${leftOver()}`,
    yes: t('privacy.forget.yes'),
    no: t('actions.keep'),
    onYes: async () => {
      const reply = await request('batches.forget', { id });
      if (reply.ok) notify({ tone: 'success', text: () => t('privacy.forget.done', { count: reply.value }) });
    },
  });
}
