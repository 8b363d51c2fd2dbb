/** Which of the photograph's data a file of an output carries. */
import { Checkbox, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type MetadataRule, metadataGroups } from '../../contract/recipes/output.ts';
import { bindFields } from './bindFields.ts';
import classes from './RenderingFields.module.css';
import type { RenderingProps } from './renderingProps.ts';

const keeps = ['all', 'credit', 'none'] as const satisfies MetadataRule['keep'][];

interface DataFieldsProps extends RenderingProps {
  /** Creator and copyright, where the photograph names none, are asked for as well. */
  readonly hasCredit: boolean;
}

export function MetadataFields({ rendering: { metadata }, set, testId, fieldSize = 'sm', hasCredit }: DataFieldsProps) {
  const { t } = useTranslation();
  const change = (part: Partial<MetadataRule>) => set({ metadata: { ...metadata, ...part } });
  return (
    <>
      <Select
        size={fieldSize}
        label={t('recipes.output.keep')}
        description={t('recipes.output.sourceHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={keeps.map((keep) => ({ value: keep, label: t(`recipes.output.keeps.${keep}`) }))}
        {...bindFields(metadata, change).choice('keep', testId('keep'))}
      />
      {metadata.keep === 'all' && (
        <Checkbox.Group
          size={fieldSize}
          label={t('recipes.output.without')}
          value={[...metadata.without]}
          onChange={(without) => change({ without: metadataGroups.filter((group) => without.includes(group)) })}
        >
          <div className={classes.groups}>
            {metadataGroups.map((group) => (
              <Checkbox
                size={fieldSize}
                key={group}
                value={group}
                label={t(`recipes.output.groups.${group}`)}
                data-testid={testId(`without-${group}`)}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {hasCredit && (
        <div>
          <div className={classes.two}>
            {(['creator', 'copyright'] as const).map((name) => (
              <TextInput
                size={fieldSize}
                key={name}
                label={t(`recipes.output.${name}`)}
                placeholder={t('recipes.output.asSettings')}
                maxLength={500}
                value={metadata[name] ?? ''}
                onChange={(event) => change({ [name]: event.currentTarget.value || null })}
                data-testid={testId(name)}
              />
            ))}
          </div>
          <p className={classes.help}>{t('recipes.output.creditHelp')}</p>
        </div>
      )}
    </>
  );
}
