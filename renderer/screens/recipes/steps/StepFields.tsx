import { Box, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../../contract/operations/operation-spec.ts';
import type { Step } from '../../../../contract/recipes/recipe.ts';
import { CollapsibleSection } from '../../../components/CollapsibleSection.tsx';
import { Note } from '../../../components/Note.tsx';
import { describeDifferences } from '../../../forms/describeParams.ts';
import { localizedOperation } from '../../../locales/localizedOperation.ts';
import { FieldInput } from './FieldInput.tsx';
import { groupsOf, isImplied, overriddenBy, withParam } from './formLogic.ts';

interface StepFieldsProps {
  readonly step: Step;
  /** Name of the section with its rare fields. */
  readonly name: string;
  readonly issueOf: (name: string) => string | undefined;
  readonly onChange: (params: Step['params']) => void;
}

/** Fields of a step's operation. Rare ones are in a collapsible section. */
export function StepFields({ step, name, issueOf, onChange }: StepFieldsProps) {
  const { t } = useTranslation();
  const spec = localizedOperation(step.operation);
  const fields: readonly Field[] = spec.fields;
  if (fields.length === 0 && spec.images.length === 1) return <Note my={12}>{t('recipes.noFields')}</Note>;
  const rareFields = fields.filter((field) => field.isFolded);
  const groups = (shown: readonly Field[]) =>
    groupsOf(shown).map((group) => (
      <Box key={group.title} pt={4}>
        {group.title && (
          <Text component="h3" mt={8} fz="xs" fw={600} lh="inherit" c="dimmed">
            {group.title}
          </Text>
        )}
        {group.fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={step.params[field.name]}
            overriddenBy={overriddenBy(spec, field.name, step.params)}
            implied={isImplied(spec, field.name, step.params)}
            issue={issueOf(field.name)}
            onChange={(value) => onChange(withParam(step.params, field.name, value))}
          />
        ))}
      </Box>
    ));
  return (
    <>
      {groups(fields.filter((field) => !field.isFolded))}
      {rareFields.length > 0 && (
        <CollapsibleSection
          name={name}
          title={t('recipes.moreFields')}
          summary={describeDifferences(spec, step.params, rareFields) || t('recipes.allDefault')}
          hasIssue={rareFields.some((field) => issueOf(field.name) !== undefined)}
        >
          <div>{groups(rareFields)}</div>
        </CollapsibleSection>
      )}
    </>
  );
}
