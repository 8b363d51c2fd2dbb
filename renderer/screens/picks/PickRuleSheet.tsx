/** The rule that processes photographs of a batch once they are picked: the mark that starts it, and the recipe. */
import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Batch } from '../../../contract/jobs/job.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type PickRule, pickMarks } from '../../../contract/recipes/pick-rules.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { closePickRule, setPickRule, usePickRule } from '../../state/batches/pickRule.ts';
import { useData } from '../../state/data/store.ts';

export function PickRuleSheet() {
  const batchId = usePickRule((state) => state.batchId);
  const batch = useData((data) => data.batches.find(({ id }) => id === batchId));
  return batch === undefined ? null : <PickRuleForm key={batch.id} batch={batch} />;
}

function PickRuleForm({ batch: { id, title, pickRule = null } }: { readonly batch: Batch }) {
  const { t } = useTranslation();
  const recipes = useData((data) => data.recipes);
  const defaultRecipeId = useData((data) => data.settings.defaultRecipeId);
  const [rule, setRule] = useState<PickRule>(pickRule ?? { mark: 'picked', recipeId: defaultRecipeId });
  const set = (change: Partial<PickRule>) => setRule({ ...rule, ...change });
  return (
    <Sheet
      onClose={closePickRule}
      title={t('picks.title', { title: formatMessage(title) })}
      size={480}
      data-testid="pick-rule"
    >
      <Select
        label={t('picks.mark')}
        data={pickMarks.map((value) => ({ value, label: t(`picks.marks.${value}`) }))}
        value={rule.mark}
        onChange={(mark) => mark && set({ mark })}
        data-autofocus
        data-testid="pick-rule-mark"
      />
      <Select
        label={t('picks.recipe')}
        mt="sm"
        data={recipes.map((recipe) => ({ value: recipe.id, label: recipe.name }))}
        value={rule.recipeId}
        onChange={(recipeId) => recipeId && set({ recipeId })}
        description={t('picks.help')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data-testid="pick-rule-recipe"
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={closePickRule}>
          {t('actions.cancel')}
        </Button>
        {pickRule !== null && (
          <Button variant="default" onClick={() => void setPickRule(id, null)} data-testid="pick-rule-stop">
            {t('picks.stop')}
          </Button>
        )}
        <Button onClick={() => void setPickRule(id, rule)} data-testid="pick-rule-start">
          {t('picks.start')}
        </Button>
      </Group>
    </Sheet>
  );
}
