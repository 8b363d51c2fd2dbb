import { Box } from '@mantine/core';
import type { Tone } from '../../../contract/services/service-status.ts';

export type { Tone } from '../../../contract/services/service-status.ts';

const colors: Readonly<Record<Tone, string>> = {
  good: 'var(--b-done)',
  busy: 'var(--b-running)',
  warn: 'var(--b-uncertain)',
  bad: 'var(--b-failed)',
  quiet: 'var(--b-dimmed)',
};

/** A small dot in the color of a state, next to its text. */
export function StateDot({ tone }: { readonly tone: Tone }) {
  return (
    <Box
      component="span"
      flex="none"
      w={8}
      h={8}
      bdrs="50%"
      bg={colors[tone]}
      style={{ forcedColorAdjust: 'none' }}
      aria-hidden
    />
  );
}
