/** Whether files say that a machine has changed the picture, and the line of credit beside that. */
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sourceTypeOf } from '../../../../contract/recipes/ai-disclosure.ts';
import type { OutputPartProps } from './outputPartProps.ts';

export function OutputDisclosure({ recipe, output: { disclosure }, set, testId }: Omit<OutputPartProps, 'has'>) {
  const { t } = useTranslation();
  return (
    <>
      <Checkbox
        label={t('recipes.output.disclose')}
        description={t('recipes.output.discloseHelp', {
          type: t(`recipes.output.sourceTypes.${sourceTypeOf(recipe.steps)}`),
        })}
        checked={disclosure !== null}
        onChange={(event) => set({ disclosure: event.currentTarget.checked ? { credit: '' } : null })}
        data-testid={testId('disclose')}
      />
      {disclosure !== null && (
        <TextInput
          label={t('recipes.output.creditLine')}
          placeholder={t('recipes.output.creditLineExample')}
          maxLength={200}
          value={disclosure.credit}
          onChange={(event) => set({ disclosure: { credit: event.currentTarget.value } })}
          data-testid={testId('credit-line')}
        />
      )}
    </>
  );
}
