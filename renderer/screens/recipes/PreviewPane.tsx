/** The preview beside the form: the steps up to one of them, on a sample or on a photograph of the user's. */
import { Button, Group, Loader, Menu, SegmentedControl } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../contract/recipes/output.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { builtInProfileId } from '../../../contract/services/profile.ts';
import { DraftUnavailable } from '../../components/DraftMark.tsx';
import { EmptyState } from '../../components/Screen.tsx';
import { baseName } from '../../locales/format.ts';
import { localizedOperation } from '../../locales/localizedOperation.ts';
import { choosePhotograph, usePreviewPhoto } from '../../state/processing/recipePreview.ts';
import { ComposedPicture } from './ComposedPicture.tsx';
import { PreviewPicture } from './PreviewPicture.tsx';
import classes from './Recipes.module.css';
import { useAvailability } from './useAvailability.ts';
import { useComposition } from './useComposition.ts';
import { type Preview, usePreview, usePreviewSource } from './usePreview.ts';

interface PreviewPaneProps {
  readonly recipe: Recipe;
  /** The step that is shown, on what those before it come to. */
  readonly index: number;
  readonly onStep: (index: number) => void;
  /** The output that is open in the form; null = none. */
  readonly output: Output | null;
  readonly complete: boolean;
}

export function PreviewPane({ recipe, index, onStep, output, complete }: PreviewPaneProps) {
  const { t } = useTranslation();
  const source = usePreviewPhoto(({ photograph }) => photograph);
  const steps = recipe.steps.slice(0, index + 1);
  const step = recipe.steps[index];
  const { offers, charges, priceOf } = useAvailability(recipe.profileId);
  const possible = complete && step !== undefined && steps.every(({ operation }) => offers(operation));
  const previewRequest = possible ? { steps, profileId: recipe.profileId, source: source?.id ?? null } : null;
  const paid = usePreview(previewRequest, !charges);
  /** Something of it would be asked of a service that charges. */
  const isToPay = charges && paid.made < steps.length;
  const [wantsDraft, setWantsDraft] = useState(false);
  const engine = useAvailability(builtInProfileId);
  const canDraft = possible && isToPay && steps.every(({ operation }) => engine.offers(operation));
  const isDraft = wantsDraft && canDraft && previewRequest !== null;
  const draft = usePreview(isDraft ? { ...previewRequest, profileId: builtInProfileId } : null, true);
  const preview = isDraft ? draft : paid;
  const beforeUrl = usePreviewSource(source?.id ?? null, steps[0]?.operation);
  const report =
    preview.report ?? (beforeUrl && { beforeUrl, afterUrl: null, trial: null, made: 0, analysis: null, error: null });
  const spec = step && localizedOperation(step.operation);
  const isLast = index === recipe.steps.length - 1;
  const laidOut =
    isLast && output !== null && (output.composition !== null || output.marketplace !== null) ? output : null;
  const composed = useComposition(preview.report?.trial ?? null, laidOut);

  const prices = steps.slice(paid.made).map(({ operation }) => priceOf(operation));
  const price = prices.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0);
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
              title={source === null ? t('recipes.preview.sample') : source.path}
              data-testid="preview-source"
            >
              {source === null ? t('recipes.preview.sample') : baseName(source.path)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void choosePhotograph()}>{t('recipes.preview.choose')}</Menu.Item>
            <Menu.Item onClick={() => usePreviewPhoto.setState({ photograph: null })} disabled={source === null}>
              {t('recipes.preview.useSample')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </header>
      {recipe.steps.length > 1 && (
        <SegmentedControl
          size="xs"
          mx={16}
          mb={8}
          aria-label={t('recipes.preview.upTo')}
          data={recipe.steps.map((each, stepIndex) => ({
            value: String(stepIndex),
            label: (
              <span title={localizedOperation(each.operation).title}>{t('recipes.step', { n: stepIndex + 1 })}</span>
            ),
          }))}
          value={String(index)}
          onChange={(value) => onStep(Number(value))}
          data-testid="preview-steps"
        />
      )}
      {composed.report && laidOut ? (
        <ComposedPicture report={composed.report} output={laidOut} isDrawing={composed.isDrawing} isDraft={isDraft} />
      ) : report && step ? (
        <PreviewPicture report={report} operation={step.operation} isDraft={isDraft} />
      ) : (
        <div className={classes.previewStage}>
          {preview.running && <EmptyState icon={<Loader size="sm" color="gray" />} />}
        </div>
      )}
      <div className={classes.previewFoot}>
        <span role="status" data-testid="preview-note" style={{ minHeight: 20 }}>
          {isWorking && <Loader size={12} color="gray" mr={8} />}
          {note ??
            (isDraft ? '' : isToPay ? t('recipes.preview.remote') : preview.stale ? t('recipes.preview.stale') : '')}
        </span>
        {isToPay && (
          <PaidActions
            {...{ price, possible, canDraft, isDraft, preview }}
            onDraft={() => setWantsDraft(true)}
            onPay={() => {
              setWantsDraft(false);
              paid.run();
            }}
          />
        )}
      </div>
    </aside>
  );
}

interface PaidActionsProps {
  /** In credits; null = unknown. */
  readonly price: number | null;
  readonly possible: boolean;
  readonly canDraft: boolean;
  /** Drafts follow the settings. */
  readonly isDraft: boolean;
  readonly preview: Preview;
  readonly onDraft: () => void;
  readonly onPay: () => void;
}

function PaidActions({ price, possible, canDraft, isDraft, preview, onDraft, onPay }: PaidActionsProps) {
  const { t } = useTranslation();
  return (
    <>
      {possible && !canDraft && <DraftUnavailable />}
      <Group gap={8}>
        {(!isDraft || preview.failure !== null) && (
          <Button
            disabled={!canDraft || preview.running}
            onClick={isDraft ? preview.run : onDraft}
            data-testid="preview-draft"
          >
            {t('drafts.make')}
          </Button>
        )}
        <Button
          variant="default"
          maw="100%"
          disabled={!possible || (preview.running && !isDraft)}
          onClick={onPay}
          data-testid="preview-run"
        >
          {price === null ? t('recipes.preview.runUnknown') : t('recipes.preview.runCost', { count: price })}
        </Button>
      </Group>
    </>
  );
}
