/** The outputs of a recipe: the first, whose file is the primary result, and additional ones. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { compositionLabels } from '../../../../contract/recipes/composition.ts';
import type { FormField } from '../../../../contract/recipes/output-form-sections.ts';
import { outputsOf, type Recipe } from '../../../../contract/recipes/recipe.ts';
import { OutputCard } from './OutputCard.tsx';
import { canAddOutput, withAddedOutput, withOutput, withoutOutput } from './outputDraft.ts';

interface OutputFormProps {
  readonly recipe: Recipe;
  /** Index of the open output, or null. */
  readonly open: number | null;
  readonly onOpen: (number: number | null) => void;
  readonly issueOf: (path: string) => string | undefined;
  readonly onChange: (recipe: Recipe) => void;
}

/** Path of a field within its output. */
const pathOf = (field: FormField) => (field in compositionLabels ? `composition.${field}` : field);

export function OutputForm({ recipe, open, onOpen, issueOf, onChange }: OutputFormProps) {
  const { t } = useTranslation();
  const outputs = outputsOf(recipe);
  return (
    <>
      {outputs.map((output, number) => (
        <OutputCard
          // biome-ignore lint/suspicious/noArrayIndexKey: an output is its place in the recipe
          key={number}
          recipe={recipe}
          number={number}
          output={output}
          isOpen={open === number}
          issueOf={(field) => issueOf(`${number === 0 ? 'output' : `alsoAs.${number - 1}`}.${pathOf(field)}`)}
          set={(change) => onChange(withOutput(recipe, number, change))}
          onToggle={() => onOpen(open === number ? null : number)}
          onRemove={
            number === 0
              ? null
              : () => {
                  onChange(withoutOutput(recipe, number));
                  onOpen(null);
                }
          }
        />
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={!canAddOutput(recipe)}
        title={canAddOutput(recipe) ? undefined : t('recipes.output.most')}
        onClick={() => {
          onChange(withAddedOutput(recipe));
          onOpen(outputs.length);
        }}
        data-testid="recipe-add-output"
      >
        {t('recipes.output.add')}
      </Button>
    </>
  );
}
