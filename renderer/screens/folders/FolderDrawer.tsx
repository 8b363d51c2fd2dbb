/** The drawer to add or change a watch folder. */
import { Button, Checkbox, Input, SegmentedControl, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../bridge.ts';
import { useOnChange } from '../../components/useOnChange.ts';
import { bindFields, type Fields } from '../../forms/bindFields.ts';
import { DrawerForm, FormDrawer } from '../../forms/FormDrawer.tsx';
import { PathField } from '../../forms/PathField.tsx';
import { baseName } from '../../locales/format.ts';
import { rememberGrant, sendGranted } from '../../state/data/grants.ts';
import { useData } from '../../state/data/store.ts';
import { useDraft } from '../../state/forms/useDraft.ts';
import { type FolderDraft, issuesOf, linesOf, patternsOf } from './folderDraft.ts';

interface FolderDrawerProps {
  /** Null = the drawer is closed. */
  readonly folder: FolderDraft | null;
  readonly isNew: boolean;
  readonly onClose: () => void;
}

export function FolderDrawer({ folder, isNew, onClose }: FolderDrawerProps) {
  const { t } = useTranslation();
  return (
    <FormDrawer
      opened={folder !== null}
      title={isNew ? t('folders.form.add') : t('folders.form.edit')}
      onClose={onClose}
      testId="folder-drawer"
    >
      {folder && <FolderForm key={folder.id} folder={folder} isNew={isNew} onClose={onClose} />}
    </FormDrawer>
  );
}

function FolderForm({ folder, isNew, onClose }: FolderDrawerProps & { folder: FolderDraft }) {
  const { t } = useTranslation();
  const recipes = useData((data) => data.recipes);
  const recipeIds = recipes.map((recipe) => recipe.id);
  const [isSubmitted, setSubmitted] = useState(false);
  const form = useDraft({
    document: folder,
    isNew,
    kind: 'folder',
    nameOf: ({ path }) => baseName(path),
    onClose,
    send: async (value) => {
      setSubmitted(true);
      const invalid = issuesOf(value, recipeIds);
      if (invalid.path || invalid.recipe) return false;
      const ignore = patternsOf(value.ignore);
      const reply = await sendGranted((read) =>
        request('folders.save', { ...value, path: read(value.path), outputFolder: read(value.outputFolder), ignore }),
      );
      return reply.ok;
    },
  });
  const draft = form.value;
  const issues = issuesOf(draft, recipeIds);
  const set = (change: Partial<FolderDraft>) => form.edit({ ...draft, ...change });
  const field = bindFields(draft, set);

  const choose = async (key: 'path' | 'outputFolder') => {
    const title = key === 'path' ? t('folders.form.chooseTitle') : t('folders.form.chooseOutput');
    const reply = await request('app.chooseFolder', { title, start: draft[key] || null });
    if (reply.ok && reply.value) set({ [key]: rememberGrant(reply.value) });
  };
  // A new watch folder starts with the choice of its folder.
  useOnChange(() => {
    if (isNew && draft.path === '') void choose('path');
  });

  return (
    <DrawerForm
      onSubmit={() => void form.save().then((isStored) => isStored && onClose())}
      footer={
        <>
          <Button variant="default" onClick={onClose} data-testid="folder-cancel">
            {t('actions.cancel')}
          </Button>
          <Button type="submit" data-testid="folder-save">
            {isNew ? t('folders.form.save') : t('folders.form.saveEdit')}
          </Button>
        </>
      }
    >
      <PathField
        label={t('folders.form.path')}
        path={draft.path || null}
        placeholder={t('folders.form.needPath')}
        issue={isSubmitted && issues.path ? t('folders.form.needPath') : undefined}
        onChoose={() => void choose('path')}
        isFirst
        testId="folder-path"
      />
      <Select
        label={t('folders.recipe')}
        data={recipes.map((recipe) => ({ value: recipe.id, label: recipe.name }))}
        {...field.choice('recipeId', 'folder-recipe')}
        value={issues.recipe ? null : draft.recipeId}
        error={isSubmitted && issues.recipe ? t('folders.form.needRecipe') : undefined}
      />
      <PathField
        label={t('folders.form.output')}
        path={draft.outputFolder}
        placeholder={t('folders.form.outputDefault')}
        onChoose={() => void choose('outputFolder')}
        onClear={() => set({ outputFolder: null })}
        clearLabel={t('folders.form.clear')}
        testId="folder-output"
      />
      <FolderOptions draft={draft} field={field} onChange={set} />
    </DrawerForm>
  );
}

interface FolderOptionsProps {
  readonly draft: FolderDraft;
  readonly field: Fields<FolderDraft>;
  readonly onChange: (change: Partial<FolderDraft>) => void;
}

function FolderOptions({ draft, field, onChange }: FolderOptionsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Input.Wrapper label={t('folders.form.existing')} labelElement="div">
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label={t('folders.form.existing')}
          data={(['take', 'skip'] as const).map((value) => ({ value, label: t(`folders.form.${value}`) }))}
          {...field.choice('existing', 'folder-existing')}
        />
      </Input.Wrapper>
      <Checkbox label={t('folders.form.subfolders')} {...field.check('subfolders', 'folder-subfolders')} />
      <Checkbox
        label={t('folders.form.moveDone')}
        description={t('folders.form.moveDoneHelp')}
        {...field.check('moveDone', 'folder-move-done')}
      />
      <Checkbox
        label={t('folders.form.takeResults')}
        description={t('folders.form.takeResultsHelp')}
        {...field.check('takeResults', 'folder-take-results')}
      />
      <Checkbox
        label={t('folders.form.polling')}
        description={t('folders.form.pollingHelp')}
        {...field.check('polling', 'folder-polling')}
      />
      <Checkbox
        label={t('folders.form.followLinks')}
        description={t('folders.form.followLinksHelp')}
        {...field.check('followLinks', 'folder-follow-links')}
      />
      <Textarea
        label={t('folders.form.ignore')}
        description={t('folders.form.ignoreHelp')}
        autosize
        minRows={2}
        maxRows={8}
        value={draft.ignore.join('\n')}
        onChange={(event) => onChange({ ignore: linesOf(event.currentTarget.value) })}
        data-testid="folder-ignore"
      />
    </>
  );
}
