/** Photographs that did not match the conditions of their recipe: the reasons, and buttons to process or remove them. */
import { IconFilterOff } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExcludedPhotos } from '../../../../contract/app/action-reports.ts';
import type { Batch } from '../../../../contract/jobs/job.ts';
import { formatMessage, joinSentences } from '../../../../contract/messages/format-message.ts';
import { requestQuietly } from '../../../bridge.ts';
import { Banner, BannerList } from '../../../components/Banner.tsx';
import { CompactButton } from '../../../components/CompactButton.ts';
import { formatCount } from '../../../locales/format.ts';
import { openBatchInReview } from '../../../state/batches/openBatch.ts';
import { useData } from '../../../state/data/store.ts';
import { openReprocess } from '../../../state/processing/reprocess.ts';
import { removeFromList } from '../jobCommands.ts';

export function ExcludedPanel() {
  const tally = useData((data) => data.tally);
  const batches = useData((data) => data.batches);
  const [excluded, setExcluded] = useState<readonly ExcludedPhotos[]>([]);
  // Reads again when jobs change.
  const read = useEffectEvent((_changed: typeof tally) => {
    let isCurrent = true;
    void requestQuietly('jobs.notMeant').then((reply) => {
      if (reply.ok && isCurrent) setExcluded(reply.value);
    });
    return () => {
      isCurrent = false;
    };
  });
  useEffect(() => read(tally), [tally]);
  return excluded.map((each) => {
    const batch = batches.find(({ id }) => id === each.batchId);
    return batch && <BatchBanner key={batch.id} batch={batch} excluded={each} />;
  });
}

interface BatchBannerProps {
  readonly batch: Batch;
  readonly excluded: ExcludedPhotos;
}

function BatchBanner({ batch: { id, title }, excluded: { reasons, proofsBatchId } }: BatchBannerProps) {
  const { t } = useTranslation();
  const count = reasons.reduce((sum, reason) => sum + reason.count, 0);
  const withIds = async (act: (on: { readonly ids: number[] }) => void) => {
    const reply = await requestQuietly('jobs.notMeantIn', { id });
    if (reply.ok && reply.value.length > 0) act({ ids: [...reply.value] });
  };
  return (
    <BannerList label={t('only.panel')} isReport={proofsBatchId === null} testId={`not-meant-${id}`}>
      <Banner
        icon={IconFilterOff}
        title={t('only.left', { count, number: formatCount(count), title: formatMessage(title) })}
        buttons={
          <>
            {proofsBatchId !== null && (
              <CompactButton onClick={() => openBatchInReview(proofsBatchId)} data-testid={`not-meant-show-${id}`}>
                {t('only.show')}
              </CompactButton>
            )}
            <CompactButton
              onClick={() => void withIds((on) => openReprocess({ kind: 'jobs', on, count: on.ids.length }))}
              data-testid={`not-meant-process-${id}`}
            >
              {t('only.process')}
            </CompactButton>
            <CompactButton
              onClick={() => void withIds((on) => void removeFromList(on))}
              data-testid={`not-meant-clear-${id}`}
            >
              {t('only.clear')}
            </CompactButton>
          </>
        }
      >
        <p className="numbers">
          {joinSentences(
            reasons.map(({ message, count: reasonCount }) =>
              reasons.length === 1
                ? formatMessage(message)
                : t('only.reason', { why: formatMessage(message), number: formatCount(reasonCount) }),
            ),
          )}
        </p>
      </Banner>
    </BannerList>
  );
}
