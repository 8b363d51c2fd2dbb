/** What waits for the user's decision, a line for each cause: over all photographs, not only those in the list. */
import { Button } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { UncertainGroup } from '../../../../contract/jobs/job.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { evidenceMessage } from '../../../../contract/services/costs.ts';
import classes from '../../../components/Panels.module.css';
import { useData } from '../../../state/data/store.ts';
import { decideCause } from '../jobCommands.ts';

export function DecisionPanel() {
  const { t } = useTranslation();
  const undecided = useData((data) => data.undecided);
  if (undecided.length === 0) return null;
  return (
    <section className={classes.calls} aria-label={t('queue.decide.panel')} data-testid="decisions">
      {undecided.map((each) => (
        <div key={each.cause} className={classes.call} data-testid={`decision-${each.cause}`}>
          <IconHelpCircle size={18} aria-hidden />
          <div>
            <strong>{t('queue.decide.needed', { count: each.count })}</strong>
            <p>{formatMessage(each.message)}</p>
            <EvidenceLine undecided={each} />
          </div>
          <div className={classes.callButtons}>
            {(each.askable ?? 0) > 0 && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => decideCause(each, 'ask-again')}
                data-testid={`decision-ask-${each.cause}`}
              >
                {t('queue.decide.ask')}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => decideCause(each, 'send-again')}
              data-testid={`decision-again-${each.cause}`}
            >
              {t('queue.decide.again')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => decideCause(each, 'give-up')}
              data-testid={`decision-give-up-${each.cause}`}
            >
              {t('queue.decide.giveUp')}
            </Button>
          </div>
        </div>
      ))}
    </section>
  );
}

/** What the service's balance says of it. */
function EvidenceLine({ undecided }: { readonly undecided: UncertainGroup }) {
  const evidence = evidenceMessage(undecided);
  if (evidence === null) return null;
  return (
    <p className="numbers" data-testid={`decision-evidence-${undecided.cause}`}>
      {formatMessage(evidence)}
    </p>
  );
}
