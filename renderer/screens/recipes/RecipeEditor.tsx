/** Form of one recipe with its preview. Nothing is stored until it is saved. */
import { Button, Stack, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxSteps, outputsOf, type Recipe } from '../../../contract/recipes/recipe.ts';
import { SectionScope } from '../../components/CollapsibleSection.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { ConditionFields } from './ConditionFields.tsx';
import { OutputForm } from './output/OutputForm.tsx';
import { PreviewPane } from './preview/PreviewPane.tsx';
import { RecipeFooter, WaitingPhotosBar } from './RecipeFooter.tsx';
import classes from './Recipes.module.css';
import { issueAt, withAddedStep, withMovedStep, withOperation, withoutStep, withStep } from './recipeDraft.ts';
import { ServiceFields } from './ServiceFields.tsx';
import { StepCard } from './steps/StepCard.tsx';
import { useRecipeDraft } from './useRecipeDraft.ts';

interface RecipeEditorProps {
  readonly recipe: Recipe;
  /** Whether the recipe was never saved. */
  readonly isUnlisted: boolean;
  /** Called with each change of an unlisted recipe. */
  readonly onEdit: (draft: Recipe) => void;
  readonly onCopy: (copy: Recipe) => void;
  readonly onGone: () => void;
}

export function RecipeEditor({ recipe, isUnlisted, onEdit, onCopy, onGone }: RecipeEditorProps) {
  const { t } = useTranslation();
  const form = useRecipeDraft(recipe, isUnlisted, onGone);
  const { draft, issues, hasTried } = form;
  const setDraft = (next: Recipe) => {
    form.setDraft(next);
    if (isUnlisted) onEdit(next);
  };
  const set = (part: Partial<Recipe>) => setDraft({ ...draft, ...part });
  const [activeStep, setActiveStep] = useState(0);
  const [openOutput, setOpenOutput] = useState<number | null>(0);
  const shownIssue = (path: string) => (hasTried ? issueAt(issues, path) : undefined);
  const step = Math.min(activeStep, draft.steps.length - 1);

  return (
    <div className={classes.editor}>
      <Stack gap={0} miw={0} mih={0}>
        <Stack className={classes.fields} flex={1} mih={0} p={16}>
          <SectionScope value={recipe.id}>
            <TextInput
              label={t('recipes.name')}
              error={shownIssue('name')}
              {...bindFields(draft, set).text('name', 'recipe-name')}
            />
            <ServiceFields recipe={draft} set={set} />
            <ConditionFields recipe={draft} issue={issueAt(issues, 'only')} set={set} />
            {draft.steps.map((each, index) => (
              <StepCard
                // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the recipe
                key={index}
                step={each}
                index={index}
                count={draft.steps.length}
                isActive={index === step && draft.steps.length > 1}
                profileId={draft.profileId}
                isFitted={draft.fit}
                issues={issues}
                hasTried={hasTried}
                onActivate={() => setActiveStep(index)}
                onOperation={(operation) => setDraft(withOperation(draft, index, operation))}
                onChange={(change) => setDraft(withStep(draft, index, change))}
                onMove={(delta) => {
                  setDraft(withMovedStep(draft, index, delta));
                  setActiveStep(index + delta);
                }}
                onRemove={() => setDraft(withoutStep(draft, index))}
              />
            ))}
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={draft.steps.length >= maxSteps}
              title={draft.steps.length >= maxSteps ? t('recipes.mostSteps') : undefined}
              onClick={() => {
                setDraft(withAddedStep(draft, 'universal-background-removal'));
                setActiveStep(draft.steps.length);
              }}
              data-testid="recipe-add-step"
            >
              {t('recipes.addStep')}
            </Button>
            <OutputForm
              recipe={draft}
              open={openOutput}
              onOpen={setOpenOutput}
              issueOf={shownIssue}
              onChange={setDraft}
            />
          </SectionScope>
        </Stack>
        <WaitingPhotosBar recipe={draft} />
        <RecipeFooter recipe={recipe} form={form} onCopy={onCopy} onGone={onGone} />
      </Stack>
      <PreviewPane
        recipe={draft}
        index={step}
        onStep={setActiveStep}
        output={openOutput === null ? null : (outputsOf(draft)[openOutput] ?? null)}
        isComplete={![...issues.keys()].some((path) => path.startsWith('steps'))}
      />
    </div>
  );
}
