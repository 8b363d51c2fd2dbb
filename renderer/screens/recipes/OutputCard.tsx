/** One output of a recipe, folded up to a line or open with all its fields. */
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { compositionLabels } from '../../../contract/recipes/composition.ts';
import { type FormSection, fieldsOfSection, formSections } from '../../../contract/recipes/output-form-sections.ts';
import { IconAction } from '../../components/actions/IconAction.tsx';
import { CollapsibleSection, SectionHeader } from '../../components/CollapsibleSection.tsx';
import { exampleName } from './exampleName.ts';
import { OutputFields } from './OutputFields.tsx';
import type { OutputPartProps } from './outputPartProps.ts';
import { outputSummary } from './outputSummary.ts';
import classes from './Recipes.module.css';

interface OutputCardProps extends Omit<OutputPartProps, 'testId' | 'has'> {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Null where it stays. */
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
  // How a cutout is laid out can be said where it is laid out at all.
  const isThere = (place: FormSection) =>
    output.composition !== null || fieldsOfSection(place).some((field) => !(field in compositionLabels));
  return (
    <section className={`${classes.card} ${classes.output}`} aria-label={title} data-testid={`output-${number}`}>
      <div className={classes.cardHead}>
        <h2>
          <SectionHeader
            title={title}
            summary={exampleName(recipe, new Date(), output)}
            isOpen={isOpen}
            onToggle={onToggle}
            testId={testId('fold')}
          />
        </h2>
        {onRemove && (
          <IconAction
            label={t('recipes.output.remove')}
            icon={IconTrash}
            onClick={onRemove}
            testId={testId('remove')}
          />
        )}
      </div>
      {!isOpen && <p className={classes.summary}>{outputSummary(['everyday', 'file'], recipe, output, t)}</p>}
      {issue !== undefined && !isOpen && <p className={classes.bad}>{issue}</p>}
      {isOpen && (
        <>
          <OutputFields {...fields} place="everyday" />
          {formSections.filter(isThere).map((fold) => (
            <CollapsibleSection
              key={fold}
              name={`output-${number}-${fold}`}
              title={t(`recipes.output.folds.${fold}`)}
              summary={outputSummary([fold], recipe, output, t)}
              hasIssue={fieldsOfSection(fold).some((field) => part.issueOf(field) !== undefined)}
            >
              <OutputFields {...fields} place={fold} />
            </CollapsibleSection>
          ))}
        </>
      )}
    </section>
  );
}
