/** The preview beside the form: the step on a sample or on a photograph of the user's. */
import { Button, Loader, Menu } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Grant } from '../../../contract/grant.ts';
import { operations } from '../../../contract/operations/table.ts';
import type { Output } from '../../../contract/output.ts';
import type { Recipe } from '../../../contract/recipe.ts';
import { ask } from '../../bridge.ts';
import { Centre } from '../../components/Screen.tsx';
import { baseName } from '../../locales/format.ts';
import { ComposedPicture } from './ComposedPicture.tsx';
import { PreviewPicture } from './PreviewPicture.tsx';
import classes from './Recipes.module.css';
import { useAvailability } from './useAvailability.ts';
import { useComposed } from './useComposed.ts';
import { usePreview, usePreviewSource } from './usePreview.ts';

interface PreviewPaneProps {
  readonly recipe: Recipe;
  /** The step that is shown. */
  readonly index: number;
  /** The output that is open in the form; null = none. */
  readonly output: Output | null;
  readonly complete: boolean;
}

export function PreviewPane({ recipe, index, output, complete }: PreviewPaneProps) {
  const { t } = useTranslation();
  const [source, setSource] = useState<Grant | null>(null);
  const step = recipe.steps[index];
  const { offers, charges, priceOf } = useAvailability(recipe.profileId);
  const possible = complete && step !== undefined && offers(step.operation);
  const wish = possible ? { step, profileId: recipe.profileId, source: source?.id ?? null } : null;
  const preview = usePreview(wish, !charges);
  const beforeUrl = usePreviewSource(source?.id ?? null, step?.operation);
  const report =
    preview.report ?? (beforeUrl && { beforeUrl, afterUrl: null, trial: null, analysis: null, error: null });
  const spec = step && operations[step.operation];
  const isLast = index === recipe.steps.length - 1;
  const laidOut =
    isLast && output !== null && (output.composition !== null || output.marketplace !== null) ? output : null;
  const composed = useComposed(preview.report?.trial ?? null, laidOut);

  const choose = async () => {
    const reply = await ask('app.choosePhotograph', { purpose: 'preview' });
    if (reply.ok && reply.value) setSource(reply.value);
  };
  const price = step ? priceOf(step.operation) : null;
  const cost = price === null ? t('recipes.preview.runUnknown') : t('recipes.preview.runCost', { count: price });
  const isWorking = preview.running || composed.isDrawing;
  const note = !complete
    ? t('recipes.preview.broken')
    : !possible
      ? t('recipes.unavailable')
      : isWorking
        ? t(preview.running ? 'recipes.preview.running' : 'recipes.preview.composing')
        : preview.failure;
  return (
    <aside className={classes.preview} aria-label={t('recipes.preview.title')} data-testid="preview">
      <header className={classes.previewHead}>
        <h2 className="ellipsis">
          {recipe.steps.length > 1 && spec
            ? t('recipes.preview.step', { n: index + 1, title: spec.title })
            : t('recipes.preview.title')}
        </h2>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="default"
              maw={184}
              leftSection={<IconPhoto size={16} aria-hidden />}
              data-testid="preview-source"
            >
              {source === null ? t('recipes.preview.sample') : baseName(source.path)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void choose()}>{t('recipes.preview.choose')}</Menu.Item>
            <Menu.Item onClick={() => setSource(null)} disabled={source === null}>
              {t('recipes.preview.useSample')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </header>
      {composed.report && laidOut ? (
        <ComposedPicture report={composed.report} output={laidOut} isDrawing={composed.isDrawing} />
      ) : report && step ? (
        <PreviewPicture report={report} operation={step.operation} />
      ) : (
        <div className={classes.previewStage}>
          {preview.running && <Centre icon={<Loader size="sm" color="gray" />} />}
        </div>
      )}
      <div className={classes.previewFoot}>
        <span role="status" data-testid="preview-note" style={{ minHeight: 20 }}>
          {isWorking && <Loader size={12} color="gray" mr={8} />}
          {note ?? (charges ? t('recipes.preview.remote') : preview.stale ? t('recipes.preview.stale') : '')}
        </span>
        {charges && (
          <Button
            variant="default"
            disabled={!possible || preview.running}
            onClick={preview.run}
            data-testid="preview-run"
          >
            {cost}
          </Button>
        )}
      </div>
    </aside>
  );
}
