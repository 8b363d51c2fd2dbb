/** Which of the photograph's data a file of an output carries. */
import { Checkbox, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type MetadataRule, metadataGroups } from '../../../preload/contract/recipe.ts';
import type { OutputPartProps } from './outputPart.ts';
import classes from './Recipes.module.css';

const keeps = ['all', 'credit', 'none'] as const satisfies MetadataRule['keep'][];

export function OutputData({ output: { metadata }, set, testId }: OutputPartProps) {
  const { t } = useTranslation();
  const change = (part: Partial<MetadataRule>) => set({ metadata: { ...metadata, ...part } });
  return (
    <>
      <Select
        label={t('recipes.output.keep')}
        description={t('recipes.output.sourceHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        data={keeps.map((keep) => ({ value: keep, label: t(`recipes.output.keeps.${keep}`) }))}
        value={metadata.keep}
        onChange={(keep) => keep && change({ keep: keep as MetadataRule['keep'] })}
        data-testid={testId('keep')}
      />
      {metadata.keep === 'all' && (
        <Checkbox.Group
          label={t('recipes.output.without')}
          value={[...metadata.without]}
          onChange={(without) => change({ without: metadataGroups.filter((group) => without.includes(group)) })}
        >
          <div className={classes.groups}>
            {metadataGroups.map((group) => (
              <Checkbox
                key={group}
                value={group}
                label={t(`recipes.output.groups.${group}`)}
                data-testid={testId(`without-${group}`)}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <div>
        <div className={classes.two}>
          {(['creator', 'copyright'] as const).map((name) => (
            <TextInput
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
        <p className={classes.summary}>{t('recipes.output.creditHelp')}</p>
      </div>
    </>
  );
}
