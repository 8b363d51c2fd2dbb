/** One output of a recipe, collapsed to its summary or open with all its fields. */
import { Stack } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { compositionLabels } from '../../../../contract/recipes/composition.ts';
import { type FormSection, fieldsOfSection, formSections } from '../../../../contract/recipes/output-form-sections.ts';
import { IconAction } from '../../../components/actions/IconAction.tsx';
import { CollapsibleSection, SectionHeader } from '../../../components/CollapsibleSection.tsx';
import { Note } from '../../../components/Note.tsx';
import { FormCard } from '../FormCard.tsx';
import { exampleName } from './exampleName.ts';
import { OutputFields } from './OutputFields.tsx';
import type { OutputPartProps } from './outputPartProps.ts';
import { outputSummary } from './outputSummary.ts';

interface OutputCardProps extends Omit<OutputPartProps, 'testId' | 'has'> {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Null for the first output, which cannot be removed. */
  readonly onRemove: (() => void) | null;
}

export function OutputCard({ isOpen, onToggle, onRemove, ...part }: OutputCardProps) {
  const { t } = useTranslation();
  const { recipe, number, output } = part;
  const testId = (name: string) => (number === 0 ? `recipe-${name}` : `output-${number}-${name}`);
  const title = recipe.alsoAs.length === 0 ? t('recipes.output.title') : t('recipes.output.number', { n: number + 1 });
  const fields = { ...part, testId };
  const issue = [...formSections, 'everyday' as const]
    .flatMap(fieldsOfSection)
    .map(part.issueOf)
    .find((each) => each !== undefined);
  // Sections about composition need a cutout that is composed.
  const hasSection = (section: FormSection) =>
    output.composition !== null || fieldsOfSection(section).some((field) => !(field in compositionLabels));
  return (
    <FormCard
      label={title}
      title={
        <SectionHeader
          title={title}
          summary={exampleName(recipe, new Date(), output)}
          isOpen={isOpen}
          onToggle={onToggle}
          testId={testId('fold')}
        />
      }
      actions={
        onRemove && (
          <IconAction
            label={t('recipes.output.remove')}
            icon={IconTrash}
            onClick={onRemove}
            testId={testId('remove')}
          />
        )
      }
      testId={`output-${number}`}
    >
      <Stack gap={12} mt={12}>
        {!isOpen && <Note mt={4}>{outputSummary(['everyday', 'file'], recipe, output, t)}</Note>}
        {issue !== undefined && !isOpen && (
          <Note mt={4} lh="inherit" c="var(--b-failed)">
            {issue}
          </Note>
        )}
        {isOpen && (
          <>
            <OutputFields {...fields} section="everyday" />
            {formSections.filter(hasSection).map((section) => (
              <CollapsibleSection
                key={section}
                name={`output-${number}-${section}`}
                title={t(`recipes.output.folds.${section}`)}
                summary={outputSummary([section], recipe, output, t)}
                hasIssue={fieldsOfSection(section).some((field) => part.issueOf(field) !== undefined)}
              >
                <OutputFields {...fields} section={section} />
              </CollapsibleSection>
            ))}
          </>
        )}
      </Stack>
    </FormCard>
  );
}
