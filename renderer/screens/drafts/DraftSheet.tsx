/** Drafts of a batch before its approval: its first photographs by the built-in engine, and the possible decisions. */
import { Button, Flex, Group, Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { builtInProfileId } from '../../../contract/services/profile.ts';
import { request } from '../../bridge.ts';
import { TrialPrice } from '../../components/cost/TrialPrice.tsx';
import { DraftUnavailable } from '../../components/picture/DraftMark.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { formatCount, formatDecimal } from '../../locales/format.ts';
import { creditsOf, useBatchCost } from '../../state/batches/batchCost.ts';
import { closeDrafts, type Draft, isPending, useDrafts } from '../../state/batches/drafts.ts';
import { useData } from '../../state/data/store.ts';
import { openReprocess } from '../../state/processing/reprocess.ts';
import { PreviewPicture } from '../recipes/preview/PreviewPicture.tsx';
import { useAvailability } from '../recipes/useAvailability.ts';
import classes from './Drafts.module.css';

export function DraftSheet() {
  const { t } = useTranslation();
  const sheet = useDrafts((state) => state.sheet);
  const batch = useData((data) => data.batches.find(({ id }) => id === sheet?.batchId));
  const { offers } = useAvailability(builtInProfileId);
  if (sheet === null) return null;
  const { batchId, drafts } = sheet;
  const pending = drafts?.filter(isPending).length ?? 0;
  const total = drafts?.length ?? 0;
  const isUnavailable = drafts?.some(({ operations }) => !operations.every(offers)) === true;
  return (
    <Sheet
      onClose={closeDrafts}
      title={t('drafts.title', { title: batch ? formatMessage(batch.title) : '' })}
      size={1080}
      data-testid="drafts"
    >
      <Text inherit mb={8} c="dimmed" role="status" data-testid="drafts-progress">
        {(drafts === null || pending > 0) && <Loader size={12} color="gray" mr={8} />}
        {pending > 0
          ? t('drafts.progress', { n: formatCount(total - pending + 1), total: formatCount(total) })
          : t('drafts.kept')}
      </Text>
      {isUnavailable && <DraftUnavailable />}
      <ul className={classes.drafts}>
        {drafts?.map((draft) => (
          <DraftCard key={draft.jobId} draft={draft} />
        ))}
      </ul>
      {batch?.heldForCost === true && <Decisions batchId={batchId} isTrial={(batch.trial ?? null) !== null} />}
    </Sheet>
  );
}

function DraftCard({ draft }: { readonly draft: Draft }) {
  const { name, report, error, operations } = draft;
  const operation = operations.at(-1);
  return (
    <li className={classes.draft} data-testid="draft">
      {report !== null && operation !== undefined ? (
        <PreviewPicture report={report} operation={operation} isDraft />
      ) : (
        <Flex flex={1} align="center" justify="center" bg="var(--b-stage)">
          {isPending(draft) && <Loader size="sm" color="gray" />}
        </Flex>
      )}
      <Flex direction="column" p="8px 12px">
        <span className="ellipsis" title={name}>
          {name}
        </span>
        {error !== null && (
          <Text inherit c="var(--b-uncertain)" role="alert">
            {formatMessage(error)}
          </Text>
        )}
      </Flex>
    </li>
  );
}

/** Buttons with their prices. Only a batch with a trial can process its first photographs alone. */
function Decisions({ batchId, isTrial }: { readonly batchId: number; readonly isTrial: boolean }) {
  const { t } = useTranslation();
  const cost = useBatchCost(batchId, null);
  const decide = async (...decisions: readonly (() => Promise<{ readonly ok: boolean }>)[]) => {
    closeDrafts();
    for (const send of decisions) if (!(await send()).ok) return;
  };
  const allow = () => request('costs.allow', { id: batchId, credits: null });
  const chooseRecipe = async () => {
    const reply = await request('trials.of', { id: batchId });
    if (!reply.ok || reply.value === null) return;
    closeDrafts();
    openReprocess({ kind: 'trial', id: batchId, count: reply.value.open + reply.value.left });
  };
  const all = creditsOf(cost?.left ?? []);
  return (
    <Group justify="flex-end" gap={8} mt="md">
      <Button
        variant="subtle"
        color="gray"
        onClick={() => void decide(() => request('batches.cancel', { id: batchId }))}
        data-testid="drafts-stop"
      >
        {t('trial.stop')}
      </Button>
      {isTrial && (
        <Button variant="default" onClick={() => void chooseRecipe()} data-testid="drafts-other">
          {t('trial.other')}
        </Button>
      )}
      <Button
        variant={isTrial ? 'default' : 'filled'}
        disabled={cost === null}
        onClick={() => void decide(() => request('trials.goOn', { id: batchId }), allow)}
        data-testid="drafts-all"
      >
        {all === null ? t('drafts.allUnknown') : t('drafts.all', { count: all, credits: formatDecimal(all) })}
      </Button>
      {cost?.trial && (
        <Button onClick={() => void decide(allow)} data-testid="drafts-trial">
          <TrialPrice estimates={cost.trial} />
        </Button>
      )}
    </Group>
  );
}
