/** Over the photographs of a batch whose picks start work: what is done with them, and the way to stop that. */
import { Button } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { openPickRule, pickRuleWords, setPickRule } from '../../state/pickRule.ts';
import { useReviewUi } from '../../state/reviewUi.ts';
import { useData } from '../../state/store.ts';
import classes from './Review.module.css';

export function PickRuleLine() {
  const { t } = useTranslation();
  const batchId = useReviewUi((ui) => ui.query.batchId);
  const rule = useData(({ batches }) => batches.find(({ id }) => id === batchId)?.pickRule ?? null);
  const recipes = useData((data) => data.recipes);
  if (batchId === null || rule === null) return null;
  return (
    <div className={classes.proofs} data-testid="pick-rule-line">
      <IconBolt size={16} aria-hidden />
      <span className="ellipsis">{pickRuleWords(rule, recipes, t)}</span>
      <div className={classes.grow} />
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        onClick={() => openPickRule(batchId)}
        data-testid="pick-rule-change"
      >
        {t('picks.change')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        onClick={() => void setPickRule(batchId, null)}
        data-testid="pick-rule-line-stop"
      >
        {t('picks.stop')}
      </Button>
    </div>
  );
}
