/** All batches whose picks start work, in one place: each can be stopped here. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { pickRuleText, setPickRule } from '../../state/batches/pickRule.ts';
import { useData } from '../../state/data/store.ts';
import classes from './PickRules.module.css';

export function PickRules() {
  const { t } = useTranslation();
  const batches = useData((data) => data.batches);
  const recipes = useData((data) => data.recipes);
  const ruled = batches.flatMap(({ id, title, pickRule }) => (pickRule ? [{ id, title, pickRule }] : []));
  if (ruled.length === 0) return null;
  return (
    <section className={classes.rules} aria-label={t('picks.list')} data-testid="pick-rules">
      <h2>{t('picks.list')}</h2>
      {ruled.map(({ id, title, pickRule }) => (
        <div key={id} className={classes.rule}>
          <span>{t('picks.of', { title: formatMessage(title), rule: pickRuleText(pickRule, recipes, t) })}</span>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void setPickRule(id, null)}
            data-testid={`pick-rules-stop-${id}`}
          >
            {t('picks.stop')}
          </Button>
        </div>
      ))}
    </section>
  );
}
