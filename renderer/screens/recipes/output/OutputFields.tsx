/** The fields of an output that are in one place of its form: the everyday ones, or those of a fold. */
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { outputFormats } from '../../../../contract/recipes/output.ts';
import { type FormSection, formSectionFields } from '../../../../contract/recipes/output-form-sections.ts';
import { bindFields } from '../../../forms/bindFields.ts';
import { MetadataFields } from '../../../forms/MetadataFields.tsx';
import { RenderingFields } from '../../../forms/RenderingFields.tsx';
import { usesQuality } from '../recipeDraft.ts';
import { OutputComposition } from './OutputComposition.tsx';
import { OutputDisclosure } from './OutputDisclosure.tsx';
import { OutputMarketplace } from './OutputMarketplace.tsx';
import { OutputName } from './OutputName.tsx';
import type { OutputPartProps } from './outputPartProps.ts';
import { canLayOut } from './outputSummary.ts';

interface OutputFieldsProps extends Omit<OutputPartProps, 'has'> {
  readonly place: FormSection;
}

export function OutputFields({ place, ...rest }: OutputFieldsProps) {
  const { t } = useTranslation();
  const part: OutputPartProps = { ...rest, has: (field) => formSectionFields[field] === place };
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
      {canLayOut(recipe, output) && (
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
      {has('disclosure') && <OutputDisclosure {...part} />}
      <OutputName {...part} />
    </>
  );
}
