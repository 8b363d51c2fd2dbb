/** The metadata that files of an output carry. */
import { Checkbox, Group, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type MetadataRule, metadataGroups } from '../../contract/recipes/output.ts';
import { Note } from '../components/Note.tsx';
import { bindFields } from './bindFields.ts';
import type { RenderingProps } from './renderingProps.ts';

const keeps = ['all', 'credit', 'none'] as const satisfies MetadataRule['keep'][];

interface MetadataFieldsProps extends RenderingProps {
  /** Whether it includes creator and copyright, which are used if the photograph names none. */
  readonly hasCredit: boolean;
}

export function MetadataFields(props: MetadataFieldsProps) {
  const { rendering, set, testId, fieldSize = 'sm', hasCredit } = props;
  const { metadata } = rendering;
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
          <SimpleGrid cols={2} spacing="sm" verticalSpacing="xs" mt={6} style={{ overflowWrap: 'anywhere' }}>
            {metadataGroups.map((group) => (
              <Checkbox
                size={fieldSize}
                key={group}
                value={group}
                label={t(`recipes.output.groups.${group}`)}
                data-testid={testId(`without-${group}`)}
              />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
      {hasCredit && (
        <div>
          <Group grow gap="sm" wrap="nowrap" align="flex-start">
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
          </Group>
          <Note mt={4}>{t('recipes.output.creditHelp')}</Note>
        </div>
      )}
    </>
  );
}
