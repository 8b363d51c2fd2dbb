/** Decisions about uncertain charges: a banner for each cause, over all photographs. */
import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { JobDecision } from '../../../../contract/app/action-reports.ts';
import type { UncertainGroup } from '../../../../contract/jobs/job.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { evidenceMessage } from '../../../../contract/services/costs.ts';
import { Banner, BannerList } from '../../../components/Banner.tsx';
import { CompactButton } from '../../../components/CompactButton.ts';
import { useData } from '../../../state/data/store.ts';
import { decideCause } from '../jobCommands.ts';

export function DecisionPanel() {
  const { t } = useTranslation();
  const undecided = useData((data) => data.undecided);
  if (undecided.length === 0) return null;
  return (
    <BannerList label={t('queue.decide.panel')} testId="decisions">
      {undecided.map((group) => (
        <DecisionBanner key={group.cause} group={group} />
      ))}
    </BannerList>
  );
}

function DecisionBanner({ group }: { readonly group: UncertainGroup }) {
  const { t } = useTranslation();
  const { cause, count, message, askable = 0 } = group;
  const evidence = evidenceMessage(group);
  const button = (decision: JobDecision, label: string, testId: string) => (
    <CompactButton onClick={() => decideCause(group, decision)} data-testid={`decision-${testId}-${cause}`}>
      {label}
    </CompactButton>
  );
  return (
    <Banner
      icon={IconHelpCircle}
      title={t('queue.decide.needed', { count })}
      buttons={
        <>
          {askable > 0 && button('ask-again', t('queue.decide.ask'), 'ask')}
          {button('send-again', t('queue.decide.again'), 'again')}
          {button('give-up', t('queue.decide.giveUp'), 'give-up')}
        </>
      }
      testId={`decision-${cause}`}
    >
      <p>{formatMessage(message)}</p>
      {evidence !== null && (
        <p className="numbers" data-testid={`decision-evidence-${cause}`}>
          {formatMessage(evidence)}
        </p>
      )}
    </Banner>
  );
}
