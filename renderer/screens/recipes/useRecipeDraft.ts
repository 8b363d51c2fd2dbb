import i18next from 'i18next';
import { useMemo, useState } from 'react';
import type { Output } from '../../../contract/recipes/output.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { request } from '../../bridge.ts';
import { notify } from '../../notifications.tsx';
import { sendGranted, type toWirePath } from '../../state/data/grants.ts';
import { useDraft } from '../../state/forms/useDraft.ts';
import { withGrantedPaths } from './output/grantedPaths.ts';
import { type Issues, issuesOf } from './recipeDraft.ts';

/** Draft of an edited recipe, with its issues. */
export interface RecipeForm {
  readonly draft: Recipe;
  readonly setDraft: (draft: Recipe) => void;
  readonly isNew: boolean;
  readonly changed: boolean;
  readonly issues: Issues;
  /** Whether saving was tried; issues are shown since then. */
  readonly hasTried: boolean;
  readonly save: () => Promise<boolean>;
  readonly discard: () => void;
}

function withGrants(recipe: Recipe, read: typeof toWirePath): Recipe {
  const steps = recipe.steps.map((step) => ({ ...step, reference: read(step.reference) }));
  const sent = (output: Output) => withGrantedPaths(output, read);
  return { ...recipe, steps, output: sent(recipe.output), alsoAs: recipe.alsoAs.map(sent) };
}

/** @param onGone called when the user leaves the form and discards a new recipe */
export function useRecipeDraft(recipe: Recipe, isNew: boolean, onGone: () => void): RecipeForm {
  const [hasTried, setTried] = useState(false);
  const form = useDraft({
    document: recipe,
    isNew,
    kind: 'recipe',
    nameOf: ({ name }) => name.trim(),
    isNewUnsaved: true,
    onClose: (isDiscarded) => isDiscarded && onGone(),
    send: async (value) => {
      setTried(true);
      if (issuesOf(value).size > 0) return false;
      const reply = await sendGranted((read) => request('recipes.save', withGrants(value, read)));
      if (!reply.ok) return false;
      notify({ tone: 'success', text: () => i18next.t('notices.saved') });
      setTried(false);
      return true;
    },
  });
  const issues = useMemo(() => issuesOf(form.value), [form.value]);
  const discard = () => {
    form.discard();
    setTried(false);
  };
  return {
    draft: form.value,
    setDraft: form.edit,
    isNew: form.isNew,
    changed: form.changed,
    issues,
    hasTried,
    save: form.save,
    discard,
  };
}
