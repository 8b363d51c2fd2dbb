/** The draft of the recipe that is edited: its changes, its issues, and the guard against losing it. */
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipe } from '../../../preload/contract/recipe.ts';
import { ask, notify } from '../../bridge.ts';
import { useUi } from '../../state/ui.ts';
import { type Issues, issuesOf, sameRecipe } from './recipeDraft.ts';

interface RecipeDraft {
  readonly draft: Recipe;
  readonly setDraft: (draft: Recipe) => void;
  readonly changed: boolean;
  readonly issues: Issues;
  /** Saving was tried: issues are shown from then on. */
  readonly tried: boolean;
  readonly save: () => Promise<boolean>;
  readonly discard: () => void;
}

export function useRecipeDraft(recipe: Recipe, isNew: boolean): RecipeDraft {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(recipe);
  const [tried, setTried] = useState(false);
  const changed = isNew || !sameRecipe(draft, recipe);
  const issues = useMemo(
    () =>
      issuesOf(draft, {
        requires: t('recipes.issues.requires'),
        template: t('recipes.issues.template'),
        name: t('recipes.issues.name'),
      }),
    [draft, t],
  );

  const save = async () => {
    setTried(true);
    if (issues.size > 0) return false;
    const reply = await ask('recipes.save', draft);
    if (!reply.ok) return false;
    useUi.setState({ unsaved: null });
    notify({ tone: 'success', text: t('notices.saved') });
    setTried(false);
    return true;
  };
  const discard = () => {
    setDraft(recipe);
    setTried(false);
  };

  useEffect(() => {
    useUi.setState({ unsaved: changed ? { name: draft.name, save } : null });
  });
  useEffect(() => () => useUi.setState({ unsaved: null }), []);

  return { draft, setDraft, changed, issues, tried, save, discard };
}
