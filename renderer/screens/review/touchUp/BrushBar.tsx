/** The brush's settings in the bar, and undo and redo of strokes. */
import { ActionIcon, Group, SegmentedControl, Slider, Switch, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyOf } from '../../../state/settings/keymap.ts';
import { PercentSlider } from './PercentSlider.tsx';
import { type Brush, maxRadius, minRadius, redoStroke, setBrush, undoStroke, useTouch } from './touchUp.ts';
import type { HeldKeys } from './useHeldKeys.ts';

/** The slider is logarithmic: 3 to 6 px is as far as 300 to 600 px. */
const stepCount = 200;
const logStep = Math.log(maxRadius / minRadius) / stepCount;
export const toStep = (radius: number) => Math.round(Math.log(radius / minRadius) / logStep);
export const toRadius = (step: number) => {
  const radius = minRadius * Math.exp(step * logStep);
  return Math.min(maxRadius, radius < 10 ? Math.round(radius * 10) / 10 : Math.round(radius));
};

export function BrushBar({ held }: { readonly held: HeldKeys }) {
  const { t } = useTranslation();
  const keyOf = useKeyOf();
  const { mode, radius, softness, edgeAware } = useTouch((touch) => touch.brush);
  const count = useTouch((touch) => touch.strokes.length);
  const undone = useTouch((touch) => touch.undone.length);
  const otherMode = mode === 'restore' ? 'erase' : 'restore';
  const size = radius ?? minRadius;
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('touch.brush.mode')}
        value={held.alt ? otherMode : mode}
        onChange={(value) => setBrush({ mode: value as Brush['mode'] })}
        data={[
          { value: 'restore', label: t('touch.brush.restore') },
          { value: 'erase', label: t('touch.brush.erase') },
        ]}
        data-testid="touch-mode"
      />
      <Group component="span" gap="xs" wrap="nowrap" title={`${keyOf('touch.smaller')} ${keyOf('touch.larger')}`}>
        <span aria-hidden>{t('touch.brush.size')}</span>
        <Slider
          size="xs"
          w={72}
          min={0}
          max={stepCount}
          value={toStep(size)}
          onChange={(step) => setBrush({ radius: toRadius(step) })}
          label={() => t('touch.brush.sizeOf', { n: Math.round(2 * size) })}
          thumbLabel={t('touch.brush.size')}
          thumbProps={{ 'aria-valuetext': t('touch.brush.sizeOf', { n: Math.round(2 * size) }) }}
          data-testid="touch-size"
        />
      </Group>
      <Group component="span" gap="xs" wrap="nowrap" title={`${keyOf('touch.harder')} ${keyOf('touch.softer')}`}>
        <span aria-hidden>{t('touch.brush.softness')}</span>
        <PercentSlider
          label={t('touch.brush.softness')}
          share={softness}
          onChange={(share) => setBrush({ softness: share })}
          width={48}
          testId="touch-softness"
        />
      </Group>
      <Tooltip label={t('touch.brush.edgesLong')}>
        <Switch
          size="xs"
          label={t('touch.brush.edges')}
          checked={edgeAware}
          onChange={({ currentTarget }) => setBrush({ edgeAware: currentTarget.checked })}
          data-testid="touch-edges"
        />
      </Tooltip>
      <Group component="span" gap={0} wrap="nowrap">
        <StrokeAction label={t('touch.brush.undo')} onClick={undoStroke} disabled={count === 0} testId="touch-undo">
          <IconArrowBackUp size={18} />
        </StrokeAction>
        <StrokeAction label={t('touch.brush.redo')} onClick={redoStroke} disabled={undone === 0} testId="touch-redo">
          <IconArrowForwardUp size={18} />
        </StrokeAction>
      </Group>
    </>
  );
}

interface StrokeActionProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly disabled: boolean;
  readonly testId: string;
  readonly children: ReactNode;
}

function StrokeAction({ label, onClick, disabled, testId, children }: StrokeActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon onClick={onClick} disabled={disabled} aria-label={label} data-testid={testId}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
