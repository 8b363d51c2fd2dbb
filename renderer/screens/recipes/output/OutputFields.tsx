import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sourceTypeOf } from '../../../../contract/recipes/ai-disclosure.ts';
import { outputFormats } from '../../../../contract/recipes/output.ts';
import { type FormSection, formSectionFields } from '../../../../contract/recipes/output-form-sections.ts';
import { bindFields } from '../../../forms/bindFields.ts';
import { MetadataFields } from '../../../forms/MetadataFields.tsx';
import { RenderingFields } from '../../../forms/RenderingFields.tsx';
import { usesQuality } from '../recipeDraft.ts';
import { OutputComposition } from './OutputComposition.tsx';
import { OutputMarketplace } from './OutputMarketplace.tsx';
import { OutputName } from './OutputName.tsx';
import type { OutputPartProps } from './outputPartProps.ts';
import { canCompose } from './outputSummary.ts';

interface OutputFieldsProps extends Omit<OutputPartProps, 'has'> {
  readonly section: FormSection;
}

/** The fields of one section of an output's form. */
export function OutputFields({ section, ...rest }: OutputFieldsProps) {
  const { t } = useTranslation();
  const part: OutputPartProps = { ...rest, has: (field) => formSectionFields[field] === section };
  const { recipe, number, output, has, set, testId } = part;
  const rendering = { rendering: output, set, testId };
  return (
    <>
      {has('marketplace') && <OutputMarketplace {...part} />}
      <RenderingFields
        {...rendering}
        has={has}
        formats={outputFormats.filter((each) => each !== 'psd' || number > 0)}
        auto={t('recipes.output.formats.auto')}
        autoHasQuality={usesQuality(recipe, { format: 'auto' })}
      />
      {canCompose(recipe, output) && (
        <>
          <OutputComposition {...part} />
          {has('clippingPath') && (
            <Checkbox
              label={t('recipes.output.clippingPath')}
              description={t('recipes.output.clippingHelp')}
              {...bindFields(output, set).check('clippingPath', testId('clipping-path'))}
            />
          )}
        </>
      )}
      {has('metadata') && <MetadataFields {...rendering} hasCredit />}
      {has('disclosure') && <DisclosureFields {...part} />}
      <OutputName {...part} />
    </>
  );
}

/** Whether the metadata discloses the use of AI, and the credit line that goes with it. */
function DisclosureFields({ recipe, output: { disclosure }, set, testId }: OutputPartProps) {
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
