/** The form of one recipe with its preview; nothing is stored until it is saved. */
import { ActionIcon, Button, Group, TextInput, Tooltip } from '@mantine/core';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxSteps, outputsOf, type Recipe } from '../../../contract/recipes/recipe.ts';
import { request } from '../../bridge.ts';
import { SectionScope } from '../../components/CollapsibleSection.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { useData } from '../../state/data/store.ts';
import { confirm } from '../../state/window/confirmDialog.ts';
import { ConditionFields } from './ConditionFields.tsx';
import { OutputForm } from './OutputForm.tsx';
import { PreviewPane } from './PreviewPane.tsx';
import { RecipeMenu } from './RecipeMenu.tsx';
import classes from './Recipes.module.css';
import { issueAt, withAddedStep, withMovedStep, withOperation, withoutStep, withStep } from './recipeDraft.ts';
import { ServiceFields } from './ServiceFields.tsx';
import { StepCard } from './StepCard.tsx';
import { useRecipeDraft } from './useRecipeDraft.ts';
import { WaitingPhotosBar } from './WaitingPhotosBar.tsx';

interface RecipeEditorProps {
  readonly recipe: Recipe;
  /** The list does not have the recipe yet. */
  readonly isUnlisted: boolean;
  /** What an unlisted one is by now. */
  readonly onEdit: (draft: Recipe) => void;
  readonly onCopy: (copy: Recipe) => void;
  readonly onGone: () => void;
}

export function RecipeEditor({ recipe, isUnlisted, onEdit, onCopy, onGone }: RecipeEditorProps) {
  const { t } = useTranslation();
  const form = useRecipeDraft(recipe, isUnlisted, onGone);
  const { draft, setDraft: change, isNew, changed, issues, tried, save, discard } = form;
  const setDraft = (next: Recipe) => {
    change(next);
    if (isUnlisted) onEdit(next);
  };
  const set = (part: Partial<Recipe>) => setDraft({ ...draft, ...part });
  const [active, setActive] = useState(0);
  const [openOutput, setOpenOutput] = useState<number | null>(0);
  const used = useData((data) => data.folders.filter((folder) => folder.recipeId === recipe.id).length);
  const shownIssue = (path: string) => (tried ? issueAt(issues, path) : undefined);
  const step = Math.min(active, draft.steps.length - 1);

  const remove = () =>
    confirm({
      title: t('recipes.deleteTitle', { name: recipe.name }),
      text: used > 0 ? t('recipes.deleteUsed', { count: used }) : t('recipes.deleteText'),
      yes: t('actions.delete'),
      no: t('actions.keep'),
      onYes: async () => {
        const reply = isNew ? { ok: true } : await request('recipes.remove', { id: recipe.id });
        if (reply.ok) onGone();
      },
    });

  return (
    <div className={classes.editor}>
      <div className={classes.form}>
        <div className={classes.fields}>
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
                active={index === step && draft.steps.length > 1}
                profileId={draft.profileId}
                isFitted={draft.fit}
                issues={issues}
                tried={tried}
                onActivate={() => setActive(index)}
                onOperation={(operation) => setDraft(withOperation(draft, index, operation))}
                onChange={(change) => setDraft(withStep(draft, index, change))}
                onMove={(delta) => {
                  setDraft(withMovedStep(draft, index, delta));
                  setActive(index + delta);
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
                setActive(draft.steps.length);
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
        </div>
        <WaitingPhotosBar recipe={draft} />
        <footer className={classes.foot}>
          <span role="status">
            {tried && issues.size > 0 ? t('recipes.issues.fix') : changed ? t('recipes.changed') : ''}
          </span>
          <div className={classes.tools}>
            <Tooltip label={t('recipes.duplicate')}>
              <ActionIcon
                onClick={() =>
                  onCopy({ ...draft, id: crypto.randomUUID(), name: t('recipes.copyName', { name: draft.name }) })
                }
                aria-label={t('recipes.duplicate')}
                data-testid="recipe-duplicate"
              >
                <IconCopy size={18} />
              </ActionIcon>
            </Tooltip>
            <RecipeMenu recipe={recipe} isNew={isNew} onDelete={remove} />
          </div>
          <Group gap={8} wrap="nowrap">
            <Button
              variant="default"
              px="sm"
              disabled={!changed}
              onClick={() => (isNew ? onGone() : discard())}
              data-testid="recipe-discard"
            >
              {t('recipes.discard')}
            </Button>
            <Button px="sm" disabled={!changed} onClick={() => void save()} data-testid="recipe-save">
              {t('recipes.save')}
            </Button>
          </Group>
        </footer>
      </div>
      <PreviewPane
        recipe={draft}
        index={step}
        onStep={setActive}
        output={openOutput === null ? null : (outputsOf(draft)[openOutput] ?? null)}
        complete={![...issues.keys()].some((path) => path.startsWith('steps'))}
      />
    </div>
  );
}
