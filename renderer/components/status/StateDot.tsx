/** A small dot in the colour of a state; the words stand beside it. */
import type { Tone } from '../../../contract/services/service-status.ts';
import classes from './StateDot.module.css';

export type { Tone } from '../../../contract/services/service-status.ts';

export function StateDot({ tone }: { tone: Tone }) {
  return <span className={classes.dot} data-tone={tone} aria-hidden />;
}
