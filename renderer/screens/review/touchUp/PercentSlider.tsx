/** A slider for a share, shown as 0 to 100 %. */
import { Slider } from '@mantine/core';
import { percent } from '../../../locales/format.ts';

interface PercentSliderProps {
  readonly label: string;
  /** 0 to 1. */
  readonly share: number;
  readonly onChange: (share: number) => void;
  /** CSS px. */
  readonly width: number;
  readonly testId: string;
}

export function PercentSlider({ label, share, onChange, width, testId }: PercentSliderProps) {
  return (
    <Slider
      size="xs"
      w={width}
      min={0}
      max={100}
      value={Math.round(share * 100)}
      onChange={(value) => onChange(value / 100)}
      label={null}
      thumbLabel={label}
      thumbProps={{ 'aria-valuetext': percent(share) }}
      data-testid={testId}
    />
  );
}
