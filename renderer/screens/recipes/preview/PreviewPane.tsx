/** Preview next to the form: the steps up to a chosen one, on a sample or a photograph of the user. */
import { Button, Flex, Group, Loader, Menu, SegmentedControl, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../../contract/recipes/output.ts';
import type { Recipe } from '../../../../contract/recipes/recipe.ts';
import { builtInProfileId } from '../../../../contract/services/profile.ts';
import { CompactButton } from '../../../components/CompactButton.ts';
import { DraftUnavailable } from '../../../components/picture/DraftMark.tsx';
import { EmptyState } from '../../../components/Screen.tsx';
import { baseName } from '../../../locales/format.ts';
import { localizedOperation } from '../../../locales/localizedOperation.ts';
import { choosePhotograph, usePreviewPhoto } from '../../../state/processing/recipePreview.ts';
import { useAvailability } from '../useAvailability.ts';
import { ComposedPicture } from './ComposedPicture.tsx';
import classes from './Preview.module.css';
import { PreviewPicture } from './PreviewPicture.tsx';
import { useComposition } from './useComposition.ts';
import { type Preview, usePreview, usePreviewSource } from './usePreview.ts';

interface PreviewPaneProps {
  readonly recipe: Recipe;
  /** Index of the last previewed step. */
  readonly index: number;
  readonly onStep: (index: number) => void;
  /** The output open in the form, or null. */
  readonly output: Output | null;
  /** Whether the steps have no issues. */
  readonly isComplete: boolean;
}

export function PreviewPane({ recipe, index, onStep, output, isComplete }: PreviewPaneProps) {
  const { t } = useTranslation();
  const source = usePreviewPhoto(({ photograph }) => photograph);
  const steps = recipe.steps.slice(0, index + 1);
  const step = recipe.steps[index];
  const { offers, charges, priceOf } = useAvailability(recipe.profileId);
  const isPossible = isComplete && step !== undefined && steps.every(({ operation }) => offers(operation));
  const input = isPossible ? { steps, profileId: recipe.profileId, source: source?.id ?? null } : null;
  const servicePreview = usePreview(input, !charges);
  const isPaid = charges && servicePreview.made < steps.length;
  const [wantsDraft, setWantsDraft] = useState(false);
  const engine = useAvailability(builtInProfileId);
  const canDraft = isPossible && isPaid && steps.every(({ operation }) => engine.offers(operation));
  const isDraft = wantsDraft && canDraft && input !== null;
  const draft = usePreview(isDraft ? { ...input, profileId: builtInProfileId } : null, true);
  const preview = isDraft ? draft : servicePreview;
  const beforeUrl = usePreviewSource(source?.id ?? null, steps[0]?.operation);
  const report =
    preview.report ?? (beforeUrl && { beforeUrl, afterUrl: null, trial: null, made: 0, analysis: null, error: null });
  const isLast = index === recipe.steps.length - 1;
  const composedOutput =
    isLast && output !== null && (output.composition !== null || output.marketplace !== null) ? output : null;
  const composed = useComposition(preview.report?.trial ?? null, composedOutput);

  const prices = steps.slice(servicePreview.made).map(({ operation }) => priceOf(operation));
  const price = prices.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0);
  const isWorking = preview.running || composed.isDrawing;
  const note = !isComplete
    ? t('recipes.preview.broken')
    : !isPossible
      ? t('recipes.unavailable')
      : isWorking
        ? t(preview.running ? 'recipes.preview.running' : 'recipes.preview.composing')
        : preview.failure;
  return (
    <Flex
      component="aside"
      direction="column"
      miw={0}
      mih={0}
      bg="var(--b-panel)"
      style={{ borderLeft: '1px solid var(--b-line)' }}
      aria-label={t('recipes.preview.title')}
      data-testid="preview"
    >
      <PreviewHeader recipe={recipe} index={index} onStep={onStep} />
      {composed.report && composedOutput ? (
        <ComposedPicture
          report={composed.report}
          output={composedOutput}
          isDrawing={composed.isDrawing}
          isDraft={isDraft}
        />
      ) : report && step ? (
        <PreviewPicture report={report} operation={step.operation} isDraft={isDraft} />
      ) : (
        <div className={classes.stage}>
          {preview.running && <EmptyState icon={<Loader size="sm" color="gray" />} />}
        </div>
      )}
      <div className={classes.foot}>
        <span role="status" data-testid="preview-note" style={{ minHeight: 20 }}>
          {isWorking && <Loader size={12} color="gray" mr={8} />}
          {note ??
            (isDraft ? '' : isPaid ? t('recipes.preview.remote') : preview.stale ? t('recipes.preview.stale') : '')}
        </span>
        {isPaid && (
          <PaidActions
            price={price}
            isPossible={isPossible}
            canDraft={canDraft}
            isDraft={isDraft}
            preview={preview}
            onDraft={() => setWantsDraft(true)}
            onPay={() => {
              setWantsDraft(false);
              servicePreview.run();
            }}
          />
        )}
      </div>
    </Flex>
  );
}

function PreviewHeader({ recipe, index, onStep }: Pick<PreviewPaneProps, 'recipe' | 'index' | 'onStep'>) {
  const { t } = useTranslation();
  const source = usePreviewPhoto(({ photograph }) => photograph);
  const step = recipe.steps[index];
  return (
    <>
      <Flex component="header" gap={8} align="center" mih={56} p="8px 16px">
        <Text component="h2" inherit className="ellipsis" fw={700} flex={1}>
          {recipe.steps.length > 1 && step
            ? t('recipes.preview.step', { n: index + 1, title: localizedOperation(step.operation).title })
            : t('recipes.preview.title')}
        </Text>
        <Menu position="bottom-end">
          <Menu.Target>
            <CompactButton
              maw={184}
              leftSection={<IconPhoto size={16} aria-hidden />}
              title={source === null ? t('recipes.preview.sample') : source.path}
              data-testid="preview-source"
            >
              {source === null ? t('recipes.preview.sample') : baseName(source.path)}
            </CompactButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void choosePhotograph()}>{t('recipes.preview.choose')}</Menu.Item>
            <Menu.Item onClick={() => usePreviewPhoto.setState({ photograph: null })} disabled={source === null}>
              {t('recipes.preview.useSample')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Flex>
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
    </>
  );
}

interface PaidActionsProps {
  /** Credits; null = unknown. */
  readonly price: number | null;
  readonly isPossible: boolean;
  readonly canDraft: boolean;
  /** Whether drafts are made, which follow the settings. */
  readonly isDraft: boolean;
  readonly preview: Preview;
  readonly onDraft: () => void;
  readonly onPay: () => void;
}

function PaidActions({ price, isPossible, canDraft, isDraft, preview, onDraft, onPay }: PaidActionsProps) {
  const { t } = useTranslation();
  return (
    <>
      {isPossible && !canDraft && <DraftUnavailable />}
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
          disabled={!isPossible || (preview.running && !isDraft)}
          onClick={onPay}
          data-testid="preview-run"
        >
          {price === null ? t('recipes.preview.runUnknown') : t('recipes.preview.runCost', { count: price })}
        </Button>
      </Group>
    </>
  );
}
