/** Actions for a batch of the light table. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Batch } from '../../../../contract/jobs/job.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { everyPhotograph } from '../../../../contract/review/list-queries.ts';
import { forgetFaces } from '../../../state/batches/forgetFaces.ts';
import { revealBatch, showInQueue } from '../../../state/batches/openBatch.ts';
import { openPickRule } from '../../../state/batches/pickRule.ts';
import { removeProofs } from '../../../state/processing/proofs.ts';
import { batchTarget, openReprocess } from '../../../state/processing/reprocess.ts';
import { canCompare, openComparing } from '../../comparisons/comparisons.ts';
import { ProductsItem } from '../../products/ProductsMenuItem.tsx';

interface BatchMenuProps {
  readonly batch: Pick<Batch, 'id' | 'title' | 'proofs'>;
}

interface BatchMenuButtonProps extends BatchMenuProps {
  readonly testId?: string;
}

export function BatchMenu({ batch, testId = `review-batch-menu-${batch.id}` }: BatchMenuButtonProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" width={200} withinPortal>
      <Menu.Target>
        <ActionIcon
          size="sm"
          aria-label={t('privacy.forget.menu', { name: formatMessage(batch.title) })}
          data-testid={testId}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <BatchItems batch={batch} />
      </Menu.Dropdown>
    </Menu>
  );
}

export function BatchItems({ batch }: BatchMenuProps) {
  const { t } = useTranslation();
  return (
    <>
      {!batch.proofs && (
        <Menu.Item onClick={() => showInQueue(batch.id)} data-testid="batch-in-queue">
          {t('menus.showInQueue')}
        </Menu.Item>
      )}
      <Menu.Item onClick={() => void batchTarget(batch.id).then(openReprocess)} data-testid="batch-with">
        {t('queue.actions.with')}
      </Menu.Item>
      {canCompare() && (
        <Menu.Item onClick={() => void batchTarget(batch.id).then(openComparing)} data-testid="batch-services">
          {t('commands.review.services')}
        </Menu.Item>
      )}
      <Menu.Item onClick={() => openPickRule(batch.id)} data-testid="batch-pick-rule">
        {t('picks.menu')}
      </Menu.Item>
      {!batch.proofs && (
        <Menu.Item onClick={() => void revealBatch(batch.id)} data-testid="batch-reveal">
          {t('queue.done.reveal')}
        </Menu.Item>
      )}
      <ProductsItem batch={batch} />
      <Menu.Item onClick={() => void forgetFaces(batch)} data-testid="batch-forget">
        {t('privacy.forget.action')}
      </Menu.Item>
      {batch.proofs && (
        <>
          <Menu.Divider />
          <Menu.Item
            onClick={() => void removeProofs({ query: { ...everyPhotograph, batchId: batch.id }, except: [] })}
            data-testid="batch-remove-proofs"
          >
            {t('commands.review.removeProofs')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
